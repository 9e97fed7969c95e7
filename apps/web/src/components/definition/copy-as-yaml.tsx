import { Button } from '@mantine/core'
import { IconCode } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { snackbar } from '../../lib/browser/snackbar.ts'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'
import type { DefinedObject } from './yaml-query.ts'

const YamlDialog = lazyPart(async () => (await import('./yaml-dialog.tsx')).YamlDialog, {
  close: ({ onClose }) => onClose(),
})

interface CopyAsYamlProps extends DefinedObject {
  disabled: boolean
  /** False where something is wrong with what is typed, which is shown. */
  check: () => Promise<boolean>
  /** Saves what is typed; false where it was not saved. */
  save: () => Promise<boolean>
}

/** In the form of a draft: its lines in a file, as they are typed. */
export function CopyAsYaml({ kind, id, disabled, check, save }: CopyAsYamlProps) {
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const open = useMutation({
    mutationFn: async () => {
      if (!(await check())) return
      if (!(await save())) return snackbar.error('Draft not saved')
      setWasOpened(true)
      setIsOpen(true)
    },
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCode size={16} aria-hidden />}
        loading={open.isPending}
        disabled={disabled}
        onClick={() => open.mutate()}
      >
        Copy as YAML
      </Button>
      <Suspense fallback={null}>
        {wasOpened && <YamlDialog isDraft kind={kind} id={id} opened={isOpen} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}

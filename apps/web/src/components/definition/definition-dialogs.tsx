import { Suspense } from 'react'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'
import type { DetailsDialog as Details } from './details-dialog.tsx'
import type { ComponentProps } from 'react'

/** Loaded when they first open. */
const DetailsDialog = lazyPart(async () => (await import('./details-dialog.tsx')).DetailsDialog, {
  close: ({ onClose }) => onClose(),
})
const YamlDialog = lazyPart(async () => (await import('./yaml-dialog.tsx')).YamlDialog, {
  close: ({ onClose }) => onClose(),
})

export type DefinitionDialog = 'details' | 'yaml'

interface DefinitionDialogsProps extends Pick<ComponentProps<typeof Details>, 'kind' | 'shown'> {
  /** The one that was opened last; null before any was. */
  dialog: DefinitionDialog | null
  isOpen: boolean
  onClose: () => void
}

/** What the menu of a task or receiver opens about its definition. */
export function DefinitionDialogs({ kind, shown, dialog, isOpen, onClose }: DefinitionDialogsProps) {
  return (
    <Suspense fallback={null}>
      {dialog === 'details' && <DetailsDialog kind={kind} shown={shown} opened={isOpen} onClose={onClose} />}
      {dialog === 'yaml' && <YamlDialog kind={kind} id={shown.id} opened={isOpen} onClose={onClose} />}
    </Suspense>
  )
}

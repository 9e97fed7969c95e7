import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { snackbar } from '../../lib/browser/snackbar.ts'
import { giveKey, type KeyPatch } from './yaml-query.ts'
import classes from './definition.module.css'

interface KeyNoticeProps {
  patch: KeyPatch
}

/** What was made by hand is found by its key alone: without one, a file would create it again. */
export function KeyNotice({ patch }: KeyNoticeProps) {
  const client = useQueryClient()
  const give = useMutation({
    mutationFn: () => giveKey(patch),
    onSuccess: () => client.invalidateQueries(),
    onError: ({ message }) => snackbar.error(message),
  })
  const { kind, key, isOfParts } = patch
  return (
    <div className={classes.keyless}>
      <p>
        {isOfParts
          ? `Some notifications or bookmarks of this ${kind} were added by hand and have no keys. Without keys, applying these lines deletes them and creates them again.`
          : `This ${kind} was created by hand and has no key. Without a key, applying these lines creates another ${kind}.`}
      </p>
      <Button size="xs" loading={give.isPending} onClick={() => give.mutate()}>
        {isOfParts ? 'Give them keys' : `Give it the key ${key}`}
      </Button>
    </div>
  )
}

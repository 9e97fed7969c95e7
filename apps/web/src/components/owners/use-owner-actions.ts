import type { FieldErrors } from '@knockwire/domain/errors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fieldErrorsIn, ignoreNotFound, messageOf } from '../../lib/api/api-error.ts'
import { deletionKey, ownerKey } from '../../lib/api/query-keys.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'
import { usePageNavigate } from '../../lib/navigation/use-page-navigate.ts'
import type { OwnerKind } from '../../lib/owners/owner-kind.ts'
import { removeOwnerCache, setOwnerCache } from '../../lib/owners/owner-queries.ts'

interface Options {
  /** The fields for which it cannot be activated. */
  onRejected: ((errors: FieldErrors) => void) | undefined
  onDeleted: () => void
}

/** What can be done with an owner as a whole. */
export function useOwnerActions<View extends { id: string }>(
  owner: OwnerKind<View, never, unknown>,
  id: string,
  { onRejected, onDeleted }: Options,
) {
  const { kind, title } = owner
  const client = useQueryClient()
  const navigate = usePageNavigate()
  const change = (done: string) => ({
    onSuccess: async (view: View) => {
      snackbar.info(`${title} ${done}`)
      await setOwnerCache(client, owner, view)
    },
    onError: (error: Error) => {
      snackbar.error(messageOf(error))
      const errors = fieldErrorsIn(error)
      if (errors !== null) onRejected?.(errors)
    },
  })
  const activate = useMutation({ mutationFn: () => owner.activate(id), ...change('activated') })
  const deactivate = useMutation({ mutationFn: () => owner.deactivate(id), ...change('deactivated') })
  const remove = useMutation({
    mutationKey: deletionKey({ kind, id }),
    mutationFn: async () => {
      // A poll in flight would answer 404.
      await client.cancelQueries({ queryKey: ownerKey({ kind, id }) })
      await owner.remove(id).catch(ignoreNotFound)
    },
    onSuccess: async () => {
      snackbar.info(`${title} deleted`)
      onDeleted()
      await navigate(owner.listPath, { replace: true })
      await removeOwnerCache(client, owner, id)
    },
  })
  return { activate, deactivate, remove }
}

export type OwnerActions = ReturnType<typeof useOwnerActions>

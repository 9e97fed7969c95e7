import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useConfirmation } from '../../components/confirmation/confirm-identity.tsx'
import { operatorKey } from './queries.ts'

interface ActOptions<Input> {
  call: (input: Input) => Promise<unknown>
  onSuccess: (input: Input) => unknown
  onError?: (error: unknown) => void
}

/** An operator's act: asks who it is where the proof has become too old; afterwards all pages are read again. */
export function useAct<Input = void>({ call, onSuccess, onError }: ActOptions<Input>) {
  const client = useQueryClient()
  const confirmation = useConfirmation()
  const act = useMutation({
    mutationFn: (input: Input) => confirmation.run(() => call(input)),
    onSuccess: (_result, input) => onSuccess(input),
    ...(onError && { onError }),
    onSettled: () => client.invalidateQueries({ queryKey: operatorKey }),
  })
  return { act, dialog: confirmation.dialog }
}

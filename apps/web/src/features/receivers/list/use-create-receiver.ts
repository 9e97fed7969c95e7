import type { SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { messageOf } from '../../../lib/api-error.ts'
import { snackbar } from '../../../lib/snackbar.ts'
import { createReceiver, saveReceiver } from '../api.ts'
import { markUnfinished } from '../create/unfinished.ts'
import { receiverPath } from '../receiver-path.ts'
import { receiverListKey } from '../receiver-query.ts'

/** Has a receiver made, and goes on at its page, where it is finished or given up. */
export function useCreateReceiver(example?: SaveReceiverInput) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      const { id } = await createReceiver()
      if (example !== undefined) await saveReceiver(id, example)
      return id
    },
    onSuccess: async (id) => {
      markUnfinished(id)
      await navigate(receiverPath(id))
    },
    onError: (error) => snackbar.error(messageOf(error)),
    // Refused, too: perhaps the limit was reached elsewhere, and the list shows it.
    onSettled: () => void client.invalidateQueries({ queryKey: receiverListKey }),
  })
}

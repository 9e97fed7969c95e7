import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { useQueryClient } from '@tanstack/react-query'
import { saveReceiver } from '../api.ts'
import { keepReceiver } from '../receiver-query.ts'
import { checkReceiverForm, type ReceiverForm } from '../settings/receiver-form.ts'

/** Keeps what is typed before the page is left, where it can be kept. */
export function useSaveFirst({ id }: ReceiverView, form: ReceiverForm): () => Promise<boolean> {
  const client = useQueryClient()
  return async () => {
    const checked = checkReceiverForm(form)
    if (checked.kind === 'refused') return false
    try {
      await keepReceiver(client, await saveReceiver(id, checked.input))
      return true
    } catch {
      return false
    }
  }
}

import { useState, type ReactNode } from 'react'
import { ApiError } from '../../lib/api/api-error.ts'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'
import { Modal } from '../overlays/modal.tsx'

const ConfirmationMethods = lazyPart(async () => (await import('./confirmation-methods.tsx')).ConfirmationMethods)

interface PendingConfirmation {
  confirmed: () => void
  cancelled: () => void
}

export interface Confirmation {
  /** Does what may need a confirmed session: asks for the password where it does, and then does it again. */
  run: <T>(action: () => Promise<T>) => Promise<T>
  /** To be rendered beside what uses it. */
  dialog: ReactNode
}

const cancelled = () =>
  new ApiError({ status: 0, code: 'CONFIRMATION_NEEDED', message: 'Nothing was changed, because you did not confirm.' })

/** Before something that opens the account or spends its money is changed, its owner proves again who they are. */
export function useConfirmation(): Confirmation {
  const [pending, setPending] = useState<PendingConfirmation | null>(null)
  const confirm = () =>
    new Promise<void>((resolve, reject) => {
      setPending({ confirmed: resolve, cancelled: () => reject(cancelled()) })
    })
  const run = async <T,>(action: () => Promise<T>): Promise<T> => {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFIRMATION_NEEDED') throw error
      await confirm()
      return action()
    }
  }
  const finish = (outcome: keyof PendingConfirmation) => {
    pending?.[outcome]()
    setPending(null)
  }
  return {
    run,
    dialog: (
      <Modal opened={pending !== null} onClose={() => finish('cancelled')} title="Confirm it’s you">
        {/* A form that it stands in is not sent with it: React passes the event on, wherever the dialog is on the page. */}
        <div onSubmit={(event) => event.stopPropagation()}>
          <ConfirmationMethods onConfirmed={() => finish('confirmed')} onCancel={() => finish('cancelled')} />
        </div>
      </Modal>
    ),
  }
}

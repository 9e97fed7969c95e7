import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts'
import { CardError } from './use-card-element.ts'

interface CardSubmit {
  isBusy: boolean
  /** Stripe's message about the card, or the server's. */
  error: string | null
  run: () => void
}

/** From the button to the answer, with what happens at Stripe in between as one. */
export function useCardSubmit(work: () => Promise<void>): CardSubmit {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const mutex = useOneAtATime()
  const run = async () => {
    if (!mutex.begin()) return
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (thrown) {
      setError(thrown instanceof CardError ? thrown.message : messageOf(thrown))
    } finally {
      mutex.end()
      setBusy(false)
    }
  }
  return { isBusy, error, run: () => void run() }
}

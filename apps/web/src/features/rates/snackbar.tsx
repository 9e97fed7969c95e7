import { useCallback, useEffect, useState } from 'react'
import classes from './snackbar.module.css'

export type Tone = 'info' | 'error' | 'warning'

interface Message {
  id: number
  tone: Tone
  text: string
}

const shownMs = 3_500

/** Top center, gone after 3.5 seconds, and announced politely [SN-01..SN-05]. */
export const useSnackbar = () => {
  const [message, setMessage] = useState<Message | null>(null)
  const show = useCallback(
    (tone: Tone, text: string) => setMessage((last) => ({ id: (last?.id ?? 0) + 1, tone, text })),
    [],
  )
  useEffect(() => {
    if (message === null) return
    const timer = window.setTimeout(() => setMessage(null), shownMs)
    return () => window.clearTimeout(timer)
  }, [message])
  const snackbar = (
    <div className={classes.snackbarPlace} role="status">
      {message && (
        <div key={message.id} className={classes.snackbar} data-tone={message.tone}>
          <span>{message.text}</span>
          <button type="button" aria-label="Dismiss" className={classes.dismiss} onClick={() => setMessage(null)}>
            ×
          </button>
        </div>
      )}
    </div>
  )
  return { show, snackbar }
}

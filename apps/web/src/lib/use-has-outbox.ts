import { useEffect, useState } from 'react'

/** Whether this server delivers mail to a development outbox instead of sending it; false until it is known. */
export function useHasOutbox(): boolean {
  const [hasOutbox, setHasOutbox] = useState(false)
  useEffect(() => {
    const left = new AbortController()
    findOutbox(left.signal).then(setHasOutbox, () => {})
    return () => left.abort()
  }, [])
  return hasOutbox
}

async function findOutbox(signal: AbortSignal): Promise<boolean> {
  const response = await fetch('/dev/outbox.json?to=', { signal })
  return response.ok && (response.headers.get('content-type') ?? '').startsWith('application/json')
}

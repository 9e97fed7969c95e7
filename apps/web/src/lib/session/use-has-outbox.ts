import { useEffect, useState } from 'react'

/** The answer holds until the page is left; a call that did not get through is made again with the next form. */
let found: Promise<boolean> | undefined

/** Whether this server delivers mail to a development outbox instead of sending it; false until it is known. */
export function useHasOutbox(): boolean {
  const [hasOutbox, setHasOutbox] = useState(false)
  useEffect(() => {
    found ??= findOutbox()
    found.then(setHasOutbox, () => (found = undefined))
  }, [])
  return hasOutbox
}

async function findOutbox(): Promise<boolean> {
  const response = await fetch('/dev/outbox.json?to=')
  return response.ok && (response.headers.get('content-type') ?? '').startsWith('application/json')
}

import { useCallback, useEffect, useState } from 'react'
import { mayBeSignedIn } from '../../lib/session/sign-in-memory.ts'
import { fetchVisitor, type Visitor } from './calls.ts'

const nobody: Visitor = { isSignedIn: false, isSubscribed: false, isViewer: false }

/**
 * Who is looking, checked when the page loads [MR-22]. In a browser that nobody signed in with there is nothing to ask
 * for: a visitor's page makes no call that must fail.
 */
export const useVisitor = () => {
  const [visitor, setVisitor] = useState<Visitor>(nobody)
  useEffect(() => {
    if (!mayBeSignedIn()) return
    const controller = new AbortController()
    const check = async () => {
      const found = await fetchVisitor(controller.signal)
      if (!controller.signal.aborted) setVisitor(found)
    }
    void check()
    return () => controller.abort()
  }, [])
  const setSubscribed = useCallback(
    (isSubscribed: boolean) => setVisitor((known) => ({ ...known, isSignedIn: true, isSubscribed })),
    [],
  )
  return { visitor, setSubscribed }
}

import { useEffect, useMemo, useRef } from 'react'
import { type NavigateOptions, type To, useNavigate } from 'react-router'

declare module 'react-router' {
  /** With the data router the promise is always there: it ends when the page is shown, or when another navigation has replaced this one. */
  interface NavigateFunction {
    (to: To, options?: NavigateOptions): Promise<void>
    (delta: number): Promise<void>
  }
}

type PageNavigate = (to: To, options?: NavigateOptions) => Promise<void>

/** Navigates for a call that this page has made, unless the page was left before it answered. */
export function usePageNavigate(): PageNavigate {
  const navigate = useNavigate()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useMemo(() => (to, options) => (isShown.current ? navigate(to, options) : Promise.resolve()), [navigate])
}

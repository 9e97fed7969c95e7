import { useEffect, useMemo, useRef } from 'react'
import type { Navigate } from './page-history.ts'
import { useNavigate } from './page-router.tsx'

/** Navigates for a call that this page has made, unless the page was left before it answered. */
export function useNavigateHere(): Navigate {
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

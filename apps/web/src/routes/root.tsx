import { lazy, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'

const Rates = lazy(async () => ({ default: (await import('./rates.tsx')).Component }))

/** Any URL containing `/rates` is the public rates page, without the dashboard's shell [SH-31, SH-32]. */
export function Root() {
  const { pathname } = useLocation()
  if (!pathname.includes('/rates')) return <Outlet />
  return (
    <Suspense>
      <Rates />
    </Suspense>
  )
}

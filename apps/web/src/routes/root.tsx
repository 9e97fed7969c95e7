import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'

/** Any URL containing `/rates` is the public rates page, a document of its own [SH-31, SH-32]. */
export function Root() {
  const { pathname } = useLocation()
  return pathname.includes('/rates') ? <OpenRatesPage /> : <Outlet />
}

/** The address is the right one already; the server answers it with the rates page. */
function OpenRatesPage() {
  useEffect(() => window.location.reload(), [])
  return null
}

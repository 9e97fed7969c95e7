import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { checkEveryMs, checkServer, useConnection } from '../../../lib/api/connection.ts'
import classes from '../shell.module.css'

const texts = {
  online: '',
  offline: 'You’re offline. Data may be out of date; it refreshes once you’re back.',
  unreachable: 'Can’t reach the server. Data may be out of date; retrying…',
} as const

/** Of a link that was pressed meanwhile: its page is waited for, which else only the line of progress shows. */
const awaited = ' The page you opened appears once it can be loaded.'

/** Says that what is shown may be old, and goes away by itself. */
export function ConnectionBar() {
  const connection = useConnection()
  const isNavigating = useNavigation().state !== 'idle'
  usePollUntilReachable(connection === 'unreachable')
  useRefreshOnceBack(connection === 'online')
  return (
    <div role="status" className={classes.connection} data-shown={connection !== 'online' || undefined}>
      {texts[connection]}
      {connection !== 'online' && isNavigating && awaited}
    </div>
  )
}

function usePollUntilReachable(isUnreachable: boolean): void {
  useEffect(() => {
    if (!isUnreachable) return
    const timer = window.setInterval(() => void checkServer(), checkEveryMs)
    return () => window.clearInterval(timer)
  }, [isUnreachable])
}

function useRefreshOnceBack(isOnline: boolean): void {
  const client = useQueryClient()
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) void client.invalidateQueries()
    wasOnline.current = isOnline
  }, [isOnline, client])
}

import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useIsViewer } from '../lib/session/account.ts'
import { paths } from '../lib/navigation/paths.ts'
import type { BodyActions } from '../components/inspect/outline/body-actions.ts'
import { withChart } from '../features/history/chart/chart-address.ts'
import { notificationQuery } from '../features/notifications/notification-query.ts'

/** What a task offers at a value of a response: its chart above, or to editors a notification about it, begun in the settings. */
export function useBodyActions(taskId: string): BodyActions {
  const navigate = useNavigate()
  const isViewer = useIsViewer()
  const { pathname, search, state } = useLocation()
  return useMemo(
    () => ({
      chart: (property) => {
        // The rest of the address, and the rows that are open, stay.
        const query = withChart(new URLSearchParams(search), { source: 'response_body_json', property })
        void navigate({ pathname, search: query.toString() }, { preventScrollReset: true, state })
        window.scrollTo({ top: 0 })
      },
      ...(!isViewer && {
        notify: (value) => void navigate({ pathname: paths.task(taskId), search: notificationQuery(value) }),
      }),
    }),
    [navigate, isViewer, taskId, pathname, search, state],
  )
}

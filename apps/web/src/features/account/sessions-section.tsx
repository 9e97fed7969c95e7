import type { SessionView } from '@knockwire/domain/accounts/security'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorState } from '../../components/ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../components/ui/feedback/relative-time.tsx'
import { SkeletonRows } from '../../components/ui/feedback/skeleton-rows.tsx'
import { api } from '../../lib/api/api-client.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'
import { PanelSection, Tag } from '../../components/ui/layout/panel-section.tsx'
import classes from './account.module.css'
import { sessionsQuery } from './queries.ts'

/** In the order in which they must be looked for: Edge and Opera also call themselves Chrome, and Chrome Safari. */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly [pattern: RegExp, name: string][] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** "Firefox on Windows": enough for its owner to recognize; the whole text is for the title. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown browser'
  const find = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser === undefined) return userAgent.split(/[\s/]/)[0] ?? userAgent
  return system === undefined ? browser : `${browser} on ${system}`
}

export function SessionsSection() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  const { revoke, revokeOthers } = useRevoke()
  const sessions = data?.results.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
  return (
    <PanelSection
      title="Sessions"
      lead="The browsers that are signed in to your account."
      action={
        sessions !== undefined &&
        sessions.length > 1 && (
          <Button variant="default" loading={revokeOthers.isPending} onClick={() => revokeOthers.mutate()}>
            Sign out all others
          </Button>
        )
      }
    >
      {sessions === undefined && !error && <SkeletonRows label="Loading sessions…" rows={2} />}
      {sessions === undefined && error && (
        <ErrorState title="Your sessions could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {sessions && (
        <ul className={classes.list} aria-label="Sessions">
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              isBusy={revoke.isPending && revoke.variables === session.id}
              onRevoke={() => revoke.mutate(session.id)}
            />
          ))}
        </ul>
      )}
    </PanelSection>
  )
}

function useRevoke() {
  const client = useQueryClient()
  const done = (text: string) => ({
    onSuccess: () => snackbar.info(text),
    onError: (error: Error) => snackbar.error(messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  const revoke = useMutation({
    mutationFn: (id: string) => api.delete(`/api/v1/accounts/me/sessions/${id}`),
    ...done('Session signed out'),
  })
  const revokeOthers = useMutation({
    mutationFn: () => api.delete('/api/v1/accounts/me/sessions'),
    ...done('All other sessions signed out'),
  })
  return { revoke, revokeOthers }
}

interface SessionItemProps {
  session: SessionView
  isBusy: boolean
  onRevoke: () => void
}

function SessionItem({ session, isBusy, onRevoke }: SessionItemProps) {
  const name = browserName(session.userAgent)
  return (
    <li className={classes.item}>
      <div className={classes.itemText}>
        <p className={classes.itemName} title={session.userAgent ?? undefined}>
          {name}
          {session.isCurrent && <Tag tone="ok">This browser</Tag>}
        </p>
        <p className={classes.itemMeta}>
          {session.remoteAddress !== null && <span>{session.remoteAddress}</span>}
          <span>
            Signed in <RelativeTime at={session.createdAt} />
          </span>
          <span>
            Last active <RelativeTime at={session.lastSeenAt} />
          </span>
        </p>
      </div>
      {!session.isCurrent && (
        <Button variant="default" loading={isBusy} onClick={onRevoke} aria-label={`Sign out ${name}`}>
          Sign out
        </Button>
      )}
    </li>
  )
}

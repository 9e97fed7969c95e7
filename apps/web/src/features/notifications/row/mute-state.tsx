import type { MuteView } from '@knockwire/domain/notifications/mute'
import { Button } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useViewOnly } from '../../../lib/session/account.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { exactTime, minuteTime } from '../../../lib/format/format.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { useNow } from '../../../lib/format/use-now.ts'
import { useMuteNotification } from '../notification-queries.ts'
import type { NotificationRowProps } from './row-actions.tsx'
import classes from './row.module.css'

/** Says until when a notification is muted, and ends it. Nothing where it is not muted. */
export function MuteState(props: NotificationRowProps) {
  return props.notification.mute === null ? null : <Muted {...props} />
}

function Muted({ owner, isDraft, notification: { id, mute, recipient } }: NotificationRowProps) {
  const label = muteLabel(mute, useNow())
  const viewOnly = useViewOnly()
  const change = useMuteNotification({ owner, isQuiet: isDraft })
  if (label === null) return null
  const unmute = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button goes with the mute, and the focus must not go with it.
    const row = currentTarget.closest('tr')
    const onSuccess = () => row?.querySelector<HTMLElement>('[data-row-menu]')?.focus()
    change.mutate({ id, mute: null }, { onSuccess, onError: (error) => snackbar.error(messageOf(error)) })
  }
  return (
    <span className={classes.mute}>
      <span className={classes.muteLabel} title={mute?.until ? exactTime(Date.parse(mute.until)) : undefined}>
        <IconBellOff size={14} aria-hidden />
        {label}
      </span>
      <Button
        {...viewOnly}
        variant="default"
        size="compact-sm"
        aria-label={`Unmute notification to ${recipient}`}
        aria-busy={change.isPending || undefined}
        onClick={unmute}
      >
        Unmute
      </Button>
    </span>
  )
}

/** "Muted until 5:00 PM", with the day where it is not today; "Muted" where it has no end. Null once it is over. */
export function muteLabel(mute: MuteView | null, nowMs: number): string | null {
  if (mute === null) return null
  if (mute.until === null) return 'Muted'
  const untilMs = Date.parse(mute.until)
  return untilMs <= nowMs ? null : `Muted until ${minuteTime(untilMs, nowMs)}`
}

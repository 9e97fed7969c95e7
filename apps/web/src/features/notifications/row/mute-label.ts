import type { MuteView } from '@knockwire/domain/notifications/mute'
import { minuteTime } from '../../../lib/format.ts'

/** "Muted until 5:00 PM", with the day where it is not today; "Muted" where it has no end. Null once it is over. */
export function muteLabel(mute: MuteView | null, nowMs: number): string | null {
  if (mute === null) return null
  if (mute.until === null) return 'Muted'
  const untilMs = Date.parse(mute.until)
  return untilMs <= nowMs ? null : `Muted until ${minuteTime(untilMs, nowMs)}`
}

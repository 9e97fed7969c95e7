import { timeInZone } from '../../../lib/format/format.ts'

/** "Mon, Nov 23, 2026, 9:00:00 AM GMT+1": a time of a schedule by the clocks of its zone, null for UTC. */
export const timeOfSchedule = (atMs: number, timezone: string | null): string => timeInZone(atMs, timezone ?? 'UTC')

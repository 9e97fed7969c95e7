import { milliseconds } from '../executions/milliseconds.ts'

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** Such as "4 min" or "2 h 5 min": the two largest units. */
export const durationText = (ms: number): string => textOf(ms, 2)

/** Of a limit, which is exact: "6 h", "1 d 12 h 6 min 40 s". */
export const limitText = (seconds: number): string => textOf(seconds * 1000, units.length)

const spelledUnits = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** The same with its unit written out, where it is a single one: "6 hours", "1 week"; else "1 h 30 min". */
export const spelledLimitText = (seconds: number): string => {
  const text = limitText(seconds)
  const unit = spelledUnits.find(([, size]) => seconds >= size && seconds % size === 0)
  if (unit === undefined || text.split(' ').length > 2) return text
  const count = seconds / unit[1]
  return `${count} ${unit[0]}${count === 1 ? '' : 's'}`
}

function textOf(ms: number, mostUnits: number): string {
  let rest = Math.max(0, Math.round(ms / 1000))
  const first = units.findIndex(([, seconds]) => rest >= seconds)
  if (first === -1) return '0 s'
  return units
    .slice(first, first + mostUnits)
    .flatMap(([unit, seconds]) => {
      const count = Math.floor(rest / seconds)
      rest %= seconds
      return count === 0 ? [] : [`${count} ${unit}`]
    })
    .join(' ')
}

/** Of a run, which may be short: "640 ms", "1.5 s", "12 s", "3 min 12 s". */
export const runDurationText = (ms: number): string => {
  if (ms < 999.5) return milliseconds(ms)
  return ms < 9950 ? `${Number((ms / 1000).toFixed(1))} s` : durationText(ms)
}

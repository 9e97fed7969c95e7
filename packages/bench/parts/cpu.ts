import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second, as Linux reports them to programs. */
const ticksPerSecond = 100

interface ProcessStat {
  parent: number
  /** Own time, in seconds. */
  own: number
  /** Time of children that have ended and were waited for. */
  ended: number
}

const statOf = (pid: number): ProcessStat | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const seconds = (...positions: number[]) =>
      positions.reduce((sum, position) => sum + Number(fields[position]), 0) / ticksPerSecond
    return { parent: Number(fields[1]), own: seconds(11, 12), ended: seconds(13, 14) }
  } catch {
    return null
  }
}

export const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0

const allPids = () => readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))

/** Processor seconds that a process and its children have used, those included that have ended. */
export const cpuSeconds = (pid: number): number => {
  const root = statOf(pid)
  if (!root) return 0
  const children = allPids().flatMap((other) => {
    const stat = other === pid ? null : statOf(other)
    return stat?.parent === pid ? [stat.own + stat.ended] : []
  })
  return children.reduce((sum, seconds) => sum + seconds, root.own + root.ended)
}

/** Megabytes of memory in use now, or the most there ever were. */
export const memoryMb = (pid: number, which: 'now' | 'peak'): number => {
  const field = which === 'now' ? 'VmRSS' : 'VmHWM'
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = new RegExp(`${field}:\\s+(\\d+) kB`).exec(text)?.[1]
  return Number(kilobytes ?? 0) / 1024
}

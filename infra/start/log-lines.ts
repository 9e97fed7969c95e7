import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const names: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

const envelope = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'name'])

interface Entry extends Record<string, unknown> {
  level: number
}

const isEntry = (value: unknown): value is Entry =>
  value instanceof Object && 'level' in value && typeof value.level === 'number'

const parse = (line: string): Entry | null => {
  try {
    const value: unknown = JSON.parse(line)
    return isEntry(value) ? value : null
  } catch {
    return null
  }
}

const stackOf = (error: unknown): string => {
  if (!(error instanceof Object) || !('stack' in error)) return ''
  return `\n${String(error.stack).replaceAll(/^/gm, '    ')}`
}

/** One line of an app's log for people: JSON becomes level, message and fields; anything else is printed unchanged. */
export const prettyLine = (line: string): string => {
  const entry = parse(line)
  if (!entry) return line
  const rest = Object.entries(entry).filter(([key]) => !envelope.has(key))
  const details = rest.length > 0 ? ` ${JSON.stringify(Object.fromEntries(rest))}` : ''
  const level = names[entry.level] ?? String(entry.level)
  const message = typeof entry['msg'] === 'string' ? entry['msg'] : ''
  return `${level.padEnd(5)} ${message}${details}${stackOf(entry['err'])}`
}

/** Prints a process's output, each line under its app's name. */
export const printLines = (name: string, stream: Readable): void => {
  const prefix = `${name.padEnd(8)} | `
  createInterface({ input: stream }).on('line', (line) => console.log(`${prefix}${prettyLine(line)}`))
}

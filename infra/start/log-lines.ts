import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const names: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

const envelope = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'app', 'version'])

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

/**
 * How this process and the apps write: `pretty` for a developer at a terminal, `json` for whatever collects a server's log.
 * One for the process, since its output is.
 */
export type LogFormat = 'pretty' | 'json'
let format: LogFormat = 'pretty'
export const setLogFormat = (chosen: LogFormat): void => {
  format = chosen
}

const write = (level: number, app: string, msg: string, fields: object = {}): void =>
  console.log(JSON.stringify({ level, time: Date.now(), app, ...fields, msg }))

/** One line of an app's log as it is to be printed. In JSON, what the app wrote besides, such as why it cannot start, is a line too. */
export const printedLine = (app: string, line: string): void => {
  if (format === 'pretty') console.log(`${app.padEnd(8)} | ${prettyLine(line)}`)
  else if (parse(line) === null) write(50, app, line)
  else console.log(line)
}

/** Prints a process's output, each line under its app's name. */
export const printLines = (app: string, stream: Readable): void => {
  createInterface({ input: stream }).on('line', (line) => printedLine(app, line))
}

/** Says something of the start command's own: a text for people, or a line of JSON with these fields. */
export const say = (text: string, fields: object = {}): void => {
  if (format === 'pretty') console.log(text)
  else write(30, 'start', text.trim(), fields)
}

/** The same, of what went wrong. */
export const complain = (text: string, fields: object = {}): void => {
  if (format === 'pretty') console.error(text)
  else write(50, 'start', text.trim(), fields)
}

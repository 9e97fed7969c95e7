import type { Logger, LoggerOptions, LogFn } from 'pino'

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

const warning = 40
const everyMs = 60_000
/** Beyond so many different lines within a minute, further ones are written as they come. */
const mostKinds = 500

interface Repeated {
  logger: Logger
  method: LogFn
  message: string
  error: Error
  count: number
}

/** The error at the bottom, which says what happened: what wraps it quotes the query. */
const rootOf = (error: Error, depth = 0): Error =>
  error.cause instanceof Error && depth < 6 ? rootOf(error.cause, depth + 1) : error

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

/** Ids and counts differ from one line to the next. */
const withoutNumbers = (text: string) => text.replaceAll(/[\da-f]{8}-[\da-f-]{27}|\d+/gi, '#').slice(0, 200)

const errorOf = (fields: unknown): Error | null =>
  fields instanceof Object && 'err' in fields && fields.err instanceof Error ? fields.err : null

/**
 * A hook of pino that keeps an outage from filling the disk: of lines of one message and one error, warnings or worse, the first is
 * written in full; while more come, one line a minute says how many (`repeated`), with the error's message and no stack. Lines
 * without an error, such as those about security, are all written.
 */
export const countRepeatedLines = (): LogMethod => {
  const kinds = new Map<string, Repeated>()
  let timer: NodeJS.Timeout | undefined

  const report = () => {
    for (const [key, { logger, method, message, error, count }] of kinds) {
      if (count === 0) {
        kinds.delete(key)
        continue
      }
      const root = rootOf(error)
      const line = { repeated: count, error: root.message.slice(0, 300), ...(codeOf(root) && { code: codeOf(root) }) }
      method.apply(logger, [line, message])
      kinds.set(key, { logger, method, message, error, count: 0 })
    }
    if (kinds.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return function logMethod(args, method, level) {
    const [fields, message = ''] = args as [unknown, string?]
    const error = level >= warning ? errorOf(fields) : null
    if (error === null) return method.apply(this, args)
    const root = rootOf(error)
    const key = `${level} ${message} ${root.name} ${codeOf(root)} ${withoutNumbers(root.message)}`
    const known = kinds.get(key)
    if (known !== undefined) {
      known.count += 1
      return
    }
    if (kinds.size < mostKinds) {
      kinds.set(key, { logger: this, method, message, error, count: 0 })
      timer ??= setInterval(report, everyMs).unref()
    }
    method.apply(this, args)
  }
}

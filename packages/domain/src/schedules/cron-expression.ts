import { CronPattern } from 'croner'
import cronstrue from 'cronstrue'

export const maxExpressionLength = 256

const nicknames = new Map([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
])

const fieldNames = ['minute', 'hour', 'day of month', 'month', 'day of week'] as const

const hoursOfDay = 24

/** The expression's five fields, nicknames written out; what is not one of ours stays as it is. */
function fieldsOf(expression: string): string[] {
  const text = expression.trim()
  return (nicknames.get(text.toLowerCase()) ?? text).split(/\s+/)
}

const patternOf = (fields: string[]) => new CronPattern(fields.join(' '), undefined, { mode: '5-part' })

function isReadable(fields: string[]): boolean {
  try {
    patternOf(fields)
    return true
  } catch {
    return false
  }
}

/** The message that says what is wrong with the expression, or null where nothing is. */
export function checkCronExpression(expression: string): string | null {
  if (expression.trim() === '') return 'Please enter a cron expression, such as */15 9-17 * * 1-5.'
  if (expression.length > maxExpressionLength) {
    return `A cron expression has at most ${maxExpressionLength} characters.`
  }
  const fields = fieldsOf(expression)
  if (fields.length === 1 && fields[0]?.startsWith('@')) {
    return `There is no such nickname. Please use one of ${[...nicknames.keys()].join(', ')}.`
  }
  if (fields.length !== fieldNames.length) {
    return `A cron expression has five fields (minute, hour, day of month, month, day of week), not ${fields.length}.`
  }
  return isReadable(fields) ? null : brokenField(fields)
}

/** Each field is tried alone, so that the message can name the one at fault. */
function brokenField(fields: string[]): string {
  const at = fields.findIndex(
    (field, index) => !isReadable(fieldNames.map((_, other) => (other === index ? field : '*'))),
  )
  const name = fieldNames[at]
  return name === undefined ? 'This cron expression cannot be read.' : `The ${name} field cannot be read: ${fields[at]}`
}

/** What says nothing of days runs on each of them. */
const everyDayAtOnce = /^At (\d\d:\d\d)$/

/** Says in words when an expression runs (SC-10); "Unknown cron expression" where that cannot be said. */
export function describeCron(expression: string): string {
  const unknown = 'Unknown cron expression'
  if (checkCronExpression(expression) !== null) return unknown
  try {
    const words = cronstrue.toString(fieldsOf(expression).join(' '), { use24HourTimeFormat: true, verbose: false })
    return words.replace(everyDayAtOnce, 'Every day at $1')
  } catch {
    return unknown
  }
}

const setPositions = (flags: number[]) => flags.flatMap((flag, position) => (flag ? [position] : []))

/**
 * The same schedule with minutes and hours listed one by one. Croner repeats the runs of a repeated local hour, and drops
 * those of a skipped one, wherever a wildcard or step stands in either field; for us only a schedule of every hour does so.
 */
export function listTimes(expression: string): string {
  const fields = fieldsOf(expression)
  const [, , day, month, weekday] = fields
  const pattern = patternOf(fields)
  const hours = setPositions(pattern.hour)
  const hourField = hours.length === hoursOfDay ? '*' : hours.join(',')
  return [setPositions(pattern.minute).join(','), hourField, day, month, weekday].join(' ')
}

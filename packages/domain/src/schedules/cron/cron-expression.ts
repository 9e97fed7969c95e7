import { CronPattern } from 'croner'

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
  if (expression.trim() === '') return 'Enter a cron expression, such as */15 9-17 * * 1-5.'
  if (expression.length > maxExpressionLength) {
    return `A cron expression has at most ${maxExpressionLength} characters.`
  }
  const fields = fieldsOf(expression)
  if (fields.length === 1 && fields[0]?.startsWith('@')) {
    return `"${fields[0]}" is not a valid nickname. Enter one of ${[...nicknames.keys()].join(', ')}.`
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
  return name === undefined ? 'This is not a valid cron expression.' : `"${fields[at]}" is not a valid ${name}.`
}

/** An expression of five fields as it is read. */
export interface CronSchedule {
  fields: string[]
  pattern: CronPattern
  /**
   * Whether a day has to match both day fields, as where one of them begins with `*`, even with a step, or the last with
   * `+`. Otherwise it has to match one of them, since both restrict it (Vixie cron, POSIX).
   */
  isDayAnd: boolean
  isEveryHour: boolean
}

const isStar = (field = '') => /^[*?]/.test(field)

/** Null where the expression cannot be read. */
export function parseCron(expression: string): CronSchedule | null {
  if (checkCronExpression(expression) !== null) return null
  const written = fieldsOf(expression)
  const pattern = patternOf(written)
  const isDayAnd = isStar(written[2]) || isStar(written[4]) || pattern.useAndLogic
  const [minute = '', hour = '', , month = ''] = written
  // One of two days suffices, and one of them is any.
  const fields = isDayAnd || !pattern.day.every(Boolean) ? written : [minute, hour, '*', month, '*']
  return { fields, pattern, isDayAnd, isEveryHour: pattern.hour.every(Boolean) }
}

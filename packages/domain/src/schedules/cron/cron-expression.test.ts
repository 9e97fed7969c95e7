import { describe, expect, it } from 'vitest'
import { checkCronExpression, maxExpressionLength } from './cron-expression.ts'
import { describeCron } from './cron-words.ts'

describe('checkCronExpression', () => {
  it.each([
    '* * * * *',
    '*/15 9-17 * * 1-5',
    '0 0 1,15 * *',
    ' 0  9 * JAN-MAR mon ',
    '@daily',
    '@Weekly',
    '0 0 L * *',
    '0 9 * * MON#2',
  ])('[SC-09] takes %s', (expression) => expect(checkCronExpression(expression)).toBeNull())

  it.each([
    ['', 'Enter a cron expression, such as */15 9-17 * * 1-5.'],
    ['   ', 'Enter a cron expression, such as */15 9-17 * * 1-5.'],
    ['0 * * * * *', 'A cron expression has five fields (minute, hour, day of month, month, day of week), not 6.'],
    ['* * *', 'A cron expression has five fields (minute, hour, day of month, month, day of week), not 3.'],
    ['hello', 'A cron expression has five fields (minute, hour, day of month, month, day of week), not 1.'],
    [
      '2026-01-01T00:00:00',
      'A cron expression has five fields (minute, hour, day of month, month, day of week), not 1.',
    ],
    ['@daily * * * *', '"@daily" is not a valid minute.'],
    ['0 25 * * *', '"25" is not a valid hour.'],
    ['*/0 * * * *', '"*/0" is not a valid minute.'],
    ['0 0 * * FRY', '"FRY" is not a valid day of week.'],
    ['0 0 32 * *', '"32" is not a valid day of month.'],
    ['0 0 1 13 *', '"13" is not a valid month.'],
    ['-1 0 1 1 *', '"-1" is not a valid minute.'],
    ['9-5 * * * *', '"9-5" is not a valid minute.'],
  ])('says what is wrong with "%s"', (expression, message) => expect(checkCronExpression(expression)).toBe(message))

  it.each(['__proto__', 'constructor', 'toString'])(
    'refuses %s, which every object knows, as any other word',
    (word) => {
      expect(checkCronExpression(word)).toMatch(/^A cron expression has five fields .*, not 1\.$/)
      expect(describeCron(word)).toBe('Unknown cron expression')
    },
  )

  it('names the nicknames where one is unknown', () => {
    expect(checkCronExpression('@reboot')).toMatch(
      /^"@reboot" is not a valid nickname\. Enter one of @hourly, @daily, /,
    )
  })

  it('takes an expression of the most characters that are allowed', () => {
    const [times, rest] = ['0,'.repeat(200), '0 * * * *']
    const spaces = ' '.repeat(maxExpressionLength - times.length / 2 - rest.length)
    const longest = `${times.slice(0, times.length / 2)}${rest}${spaces}`
    expect([longest.length, checkCronExpression(longest)]).toEqual([maxExpressionLength, null])
    expect(checkCronExpression(`${longest} `)).toMatch(/has at most/)
  })

  it('rejects a long expression before reading it', () => {
    expect(checkCronExpression(`${'1,'.repeat(500_000)}1 * * * *`)).toBe(
      `A cron expression has at most ${maxExpressionLength} characters.`,
    )
  })
})

import { expect, it } from 'vitest'
import { shorten } from '../../text/shorten.ts'
import { maxSmsLength, smsEnd } from './sms.ts'
import { segmentsOf } from './sms-segments.ts'

it.each<[what: string, text: string, encoding: string, segments: number]>([
  ['nothing', '', 'GSM-7', 1],
  ['one full message', 'x'.repeat(160), 'GSM-7', 1],
  ['a character more', 'x'.repeat(161), 'GSM-7', 2],
  ['two full parts', 'x'.repeat(306), 'GSM-7', 2],
  ['characters that take two units', '€'.repeat(80), 'GSM-7', 1],
  ['one of them more', '€'.repeat(81), 'GSM-7', 2],
  ['one of them at the end of a part', `${'x'.repeat(152)}€${'x'.repeat(152)}`, 'GSM-7', 3],
  ['umlauts and Greek capitals', 'ÄöüßΔΩé'.repeat(20), 'GSM-7', 1],
  ['one character of another alphabet', `ж${'x'.repeat(69)}`, 'UCS-2', 1],
  ['one unit more', `ж${'x'.repeat(70)}`, 'UCS-2', 2],
  ['an ellipsis', `${'x'.repeat(1599)}…`, 'UCS-2', 24],
  ['an emoji at the end of a part', `${'ж'.repeat(66)}😀${'ж'.repeat(66)}`, 'UCS-2', 3],
])('%s', (_, text, encoding, segments) => {
  expect(segmentsOf(text)).toEqual({ encoding, segments })
})

it('a text that is cut stays in GSM-7, and becomes it where all that it lacks is cut off', () => {
  expect(segmentsOf(shorten('x'.repeat(2000), maxSmsLength, smsEnd))).toEqual({ encoding: 'GSM-7', segments: 11 })
  expect(segmentsOf(shorten(`${'x'.repeat(1990)}ж`, maxSmsLength, smsEnd))).toEqual({ encoding: 'GSM-7', segments: 11 })
})

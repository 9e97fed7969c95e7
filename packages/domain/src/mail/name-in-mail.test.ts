import { describe, expect, it } from 'vitest'
import { nameInMail } from './name-in-mail.ts'

describe('a name that a user chose, in a mail of ours', () => {
  it.each([
    'CI',
    'Grafana (production)',
    'Export v1.2',
    'Is it up? Yes.',
    'Zoë’s laptop',
    '部署',
    'a.',
    '.env',
    '10:30',
  ])('stays %j, which no mail program makes a link of', (name) => {
    expect(nameInMail(name)).toBe(name)
  })

  it.each([
    ['https://evil.example/pay', 'https[:]//evil[.]example/pay'],
    ['HTTP://1.2.3.4/x', 'HTTP[:]//1[.]2[.]3[.]4/x'],
    ['http:\\\\evil.example', 'http[:]\\\\evil[.]example'],
    ['www.evil.example', 'www[.]evil[.]example'],
    ['evil.example', 'evil[.]example'],
    ['pay.b2c4', 'pay[.]b2c4'],
    ['evil。example', 'evil[.]example'],
    ['evil．example', 'evil[.]example'],
    ['1.2.3.4', '1[.]2[.]3[.]4'],
    ['help@evil.example', 'help[at]evil[.]example'],
    ['help＠evil.example', 'help[at]evil[.]example'],
    ['mailto:help', 'mailto[:]help'],
    ['tel:+1900', 'tel[:]+1900'],
    ['//evil.example', '//evil[.]example'],
    ['[::1]:80/x', '[::1]:80/x'],
  ])('makes no link of %j', (name, shown) => {
    expect(nameInMail(name)).toBe(shown)
  })

  it('is cut to 40 characters', () => {
    expect(nameInMail('n'.repeat(40))).toBe('n'.repeat(40))
    expect(nameInMail('n'.repeat(41))).toBe(`${'n'.repeat(39)}…`)
    expect(nameInMail('Your invoice is overdue: pay at https://evil.example/pay')).toBe(
      'Your invoice is overdue: pay at https[:]/…',
    )
  })

  it('has neither line breaks nor characters that nobody sees or that turn the text around', () => {
    expect(nameInMail('a\r\n\r\nPay here: now\u2028\u202Eb\u200Bc\u0000\t ')).toBe('a Pay here: now b c')
    expect(nameInMail('half \uD83D')).toBe('half \uFFFD')
  })
})

import { describe, expect, it } from 'vitest'
import { toNorthAmericanNumber } from './phone-number.ts'

describe('[TN-48, TN-49] a phone number is of the US or Canada and kept in E.164', () => {
  it.each([
    ['2125550100', '+12125550100'],
    ['(212) 555-0100', '+12125550100'],
    ['1 212 555 0100', '+12125550100'],
    ['+1 604.555.0199', '+16045550199'],
    ['  604-555-0199 ', '+16045550199'],
    ['+19075550123', '+19075550123'],
  ])('reads %j as %s', (typed, number) => {
    expect(toNorthAmericanNumber(typed)).toBe(number)
  })

  it.each([
    ['', 'nothing'],
    ['911', 'an emergency number'],
    ['212555010', 'too short'],
    ['+1212555010099', 'too long'],
    ['+1 000 000 0000', 'of no area'],
    ['2125550100 ext 5', 'with an extension'],
    ['call 2125550100', 'amid other text'],
    ['2125550100\r\nBcc: 6045550199', 'with a line break'],
    ['+44 20 7183 8750', 'British'],
    ['+52 55 1234 5678', 'Mexican'],
    ['+1 876 555 1234', 'Jamaican, which shares +1'],
    ['+1 242 555 1234', 'Bahamian, which shares +1'],
    ['+1 787 555 1234', 'Puerto Rican, which shares +1'],
    ['+1 900 555 1234', 'at a premium rate'],
  ])('rejects %j: %s', (typed) => {
    expect(toNorthAmericanNumber(typed)).toBeNull()
  })
})

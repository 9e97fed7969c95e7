import { describe, expect, it } from 'vitest'
import { fieldText } from './byte-text.ts'
import { tokenizeCommand } from './command-words.ts'

const textsOf = (command: string) => tokenizeCommand(command).map(({ bytes }) => fieldText(bytes))
const raw = String.raw

describe('the words of a command for a POSIX shell', () => {
  it.each<[string, string, string[]]>([
    ['spaces, tabs and line breaks part words', 'a \tb\nc\r\nd', ['a', 'b', 'c', 'd']],
    ['a backslash before a line end continues the line', 'a \\\nb\\\nc', ['a', 'bc']],
    ['an indented line continues a line', 'a \\\n  b', ['a', 'b']],
    ['a backtick before a line end continues the line', 'a `\nb`\nc', ['a', 'bc']],
    ['a backslash keeps what follows it', raw`a\ b\|`, ['a b|']],
    ['a backslash and a line end within double quotes are left out', '"a\\\nb"', ['ab']],
    ['double quotes that never close', '"a b', ['a b']],
    ['$-quotes that never close', "$'a b", ['a b']],
    ['an operator is its own word', 'a|b <<\'c\' 2>"d"', ['a', '|', 'b', '<<', 'c', '2>', 'd']],
    ['named escapes', raw`$'\n\t\r\b\f\v\a\e\\\''`, ["\n\t\r\b\f\v\u0007\u001B\\'"]],
    ['escapes by number take as many digits as they may', raw`$'\x41B\x9-\u00e91\U0001F600'`, ['AB\t-é1😀']],
    ['the last code point, and a number behind it', raw`$'\U0010FFFF\U00110000'`, ['\u{10FFFF}\\U00110000']],
  ])('%s', (_, command, expected) => {
    expect(textsOf(command)).toEqual(expected)
  })

  it.each([
    ['a&b', true],
    ["'|'", false],
    ['"|"', false],
    [raw`\|`, false],
    ["$'|'", false],
  ])('say whether anything was quoted: %s', (command, isBare) => {
    expect(tokenizeCommand(command)).toMatchObject([{ isBare }])
  })
})

describe('the words of a command for Windows', () => {
  it.each<[string, string, string[]]>([
    ['an empty line after a continued one is a line break', 'a ^"b^\n\nc^"', ['a', 'b\nc']],
    ['backslashes before no quote are themselves', raw`^"a\\b^" C:\c\\d`, [raw`a\\b`, raw`C:\c\\d`]],
    ['an even number of backslashes before a quote closes it', raw`^"a\\^" b`, ['a\\', 'b']],
    ['an odd number of backslashes before a quote keeps it', raw`^"a\\\^" b^"`, ['a\\" b']],
    ['a doubled quote within quotes is one quote', '^"a^"^"b c^" d', ['a"b c', 'd']],
    ['backslashes before a doubled quote', raw`^"a\\^"^"b c^"`, [raw`a\"b c`]],
    ['a doubled quote outside of quotes is nothing', 'a^"^"b c', ['ab', 'c']],
    ['an escaped quote before another one', raw`^"a\^"^" b`, ['a"', 'b']],
  ])('%s', (_, command, expected) => {
    expect(textsOf(command)).toEqual(expected)
  })

  it('say whether anything was quoted', () => {
    expect(tokenizeCommand('^"|^" |')).toMatchObject([{ isBare: false }, { isBare: true }])
  })
})

import { expect, it } from 'vitest'
import { processorTimeMs } from '../testing/processor-time.ts'
import { decodeBody } from './decode-body.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)
const utf8 = (text: string) => new TextEncoder().encode(text)

it.each([
  ['UTF-8 without a word on it', utf8('Zürich ✓'), undefined, 'Zürich ✓'],
  ['a declared charset', bytes(0x5a, 0xfc), 'text/plain; charset=ISO-8859-1', 'Zü'],
  ['a quoted charset', bytes(0x82, 0xa0), 'text/html; charset="Shift_JIS"', 'あ'],
  ['UTF-8 under a charset that nobody knows', utf8('ü'), 'text/plain; charset=none-such', 'ü'],
  ['old text that does not say so', bytes(0x5a, 0xfc), 'text/html', 'Zü'],
  ['text that breaks its declared UTF-8', bytes(0x61, 0xff, 0x62), 'text/plain; charset=utf-8', 'a\u{fffd}b'],
  ['UTF-16 by its mark', bytes(0xff, 0xfe, 0x61, 0x00), 'application/octet-stream', 'a'],
  ['UTF-16 of the other order by its mark', bytes(0xfe, 0xff, 0x00, 0x61), undefined, 'a'],
  ['UTF-16 by its charset', bytes(0x00, 0x61), 'text/plain; charset=utf-16be', 'a'],
  ['a byte order mark', bytes(0xef, 0xbb, 0xbf, 0x61), 'application/json', 'a'],
  ['nothing', bytes(), 'image/png', ''],
])('[TH-26] the decoder reads %s', (_case, body, contentType, text) => {
  expect(decodeBody(body, contentType)).toBe(text)
})

it.each([
  ['a body with a zero byte', bytes(0x61, 0x00, 0x62), 'text/plain'],
  ['bytes that are no UTF-8 and do not say to be text', bytes(0x89, 0x50, 0xff), 'image/png'],
  ['such bytes without a type', bytes(0xff, 0xd8), undefined],
])('[TH-26] the decoder takes %s for binary', (_case, body, contentType) => {
  expect(decodeBody(body, contentType)).toBeNull()
})

it('[TH-26] the decoder forgives a character that truncation has cut, and only that', () => {
  const cut = utf8('aü').subarray(0, 2)
  expect(decodeBody(cut, undefined, true)).toBe('a')
  expect(decodeBody(cut, undefined, false)).toBeNull()
})

it.each([
  ['a charset right behind the type', utf8('ü'), 'text/plain;charset=iso-8859-1', 'Ã¼'],
  ['a charset with spaces around it', utf8('ü'), 'text/plain ;  charset = iso-8859-1', 'Ã¼'],
  ['half a mark of UTF-16 before another byte', bytes(0xff, 0x61), 'text/html', 'ÿa'],
  ['half a mark of UTF-16 behind another byte', bytes(0x61, 0xfe), 'text/html', 'aþ'],
  ['half a mark of the other order', bytes(0xfe, 0x61), 'text/html', 'þa'],
])('the decoder reads %s', (_case, body, contentType, text) => {
  expect(decodeBody(body, contentType)).toBe(text)
})

it.each([
  'text/csv',
  ' text/plain',
  'application/json',
  'application/vnd.api+json',
  'application/xml',
  'application/atom+xml; charset=none-such',
  'application/javascript',
  'application/x-javascript',
  'application/x-www-form-urlencoded',
  'Image/SVG+xml',
])('the decoder takes bytes that are no UTF-8 for old text in %j', (contentType) => {
  expect(decodeBody(bytes(0x5a, 0xfc), contentType)).toBe('Zü')
})

it.each(['application/pdf', 'application/x; of=text/plain', 'xtext/plain', 'application/jsonl', 'application/(+json'])(
  'the decoder takes bytes that are no UTF-8 for binary in %j',
  (contentType) => {
    expect(decodeBody(bytes(0x5a, 0xfc), contentType)).toBeNull()
  },
)

it('the decoder takes a zero byte for binary in a charset of one byte a character', () => {
  expect(decodeBody(bytes(0x61, 0x00), 'text/plain; charset=iso-8859-1')).toBeNull()
})

it('the decoder takes a body for whole unless it is said to be cut', () => {
  expect(decodeBody(utf8('aü').subarray(0, 2), undefined)).toBeNull()
  const utf16 = bytes(0xff, 0xfe, 0x61, 0x00, 0x62)
  expect([decodeBody(utf16, undefined, true), decodeBody(utf16, undefined)]).toEqual(['a', 'a\u{fffd}'])
})

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0)
/** Привет in windows-1251. */
const hello = '\u{cf}\u{f0}\u{e8}\u{e2}\u{e5}\u{f2}'
const utf16 = (text: string, isBigEndian = false) => {
  const littleEndian = new Uint8Array(Uint16Array.from(text, (unit) => unit.codePointAt(0) ?? 0).buffer)
  return isBigEndian ? new Uint8Array(Buffer.from(littleEndian).swap16()) : littleEndian
}

it.each([
  ['a meta element', `<meta charset="windows-1251">${hello}`],
  ['one without quotes, in capitals', `<!doctype html><META CHARSET=CP1251 >${hello}`],
  ['one with other attributes before it', `<meta data-a='>' name=x/ charset='windows-1251'/>${hello}`],
  ['the http-equiv form', `<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">${hello}`],
  [
    'its attributes in the other order',
    `<meta content='text/html;charset = "windows-1251"' http-equiv=content-type>${hello}`,
  ],
  ['one behind a comment with another', `<!-- <meta charset=koi8-r> --><meta charset=windows-1251>${hello}`],
  ['one behind a short comment', `<!--><meta charset=windows-1251>${hello}`],
  ['one behind another tag’s attribute', `<p title='<meta charset=koi8-r>'><meta charset=windows-1251>${hello}`],
  [
    'one behind others that name nothing',
    `<meta charset=none-such><meta content="charset=koi8-r"><meta charset=windows-1251>${hello}`,
  ],
  ['a declaration of XML in a page', `<?xml version="1.0" encoding="windows-1251"?><p>${hello}`],
  ['a late one, which a browser reads the page again for', `${' '.repeat(5000)}<meta charset=windows-1251>${hello}`],
])('[TH-26] the decoder reads a page by %s', (_case, page) => {
  expect(decodeBody(latin1(page), 'text/html')).toMatch(/Привет$/)
})

it.each([
  ['the header is stronger', 'text/html; charset=koi8-r', `<meta charset=windows-1251>\u{f0}\u{d2}`, 'Пр'],
  ['an unknown header says nothing', 'text/html; charset=none', `<meta charset=windows-1251>${hello}`, 'Привет'],
  ['the mark is stronger', 'text/html; charset=koi8-r', '\u{ef}\u{bb}\u{bf}\u{d0}\u{9f}', 'П'],
  ['what says UTF-16 is in none', 'text/html', '<meta charset=utf-16le>\u{d0}\u{9f}', 'П'],
  ['x-user-defined is windows-1252', 'text/html', '<meta charset=x-user-defined>\u{80}', '€'],
  ['UTF-8 by default', 'text/html', '<p>\u{d0}\u{9f}', 'П'],
  ['windows-1252 by default', 'text/html', '<p>\u{93}caf\u{e9}\u{94}', '“café”'],
  ['no meta is looked for in plain text', 'text/plain', '<meta charset=windows-1251>\u{e9}', 'é'],
  ['a page without a type', '', `<!doctype html><meta charset=windows-1251>${hello}`, 'Привет'],
])('[TH-26] the decoder reads a page: %s', (_case, contentType, page, end) => {
  expect(decodeBody(latin1(page), contentType)?.endsWith(end)).toBe(true)
})

it.each([
  ['text/xml', `<?xml version="1.0" encoding="windows-1251"?><a>${hello}</a>`],
  ['application/rss+xml', `<?xml version='1.0' encoding='windows-1251' standalone='yes'?><a>${hello}</a>`],
  [undefined, `<?xml version="1.0" encoding = "windows-1251" ?><a>${hello}</a>`],
  ['text/plain', `<?xml version="1.0" encoding="windows-1251"?><a>${hello}</a>`],
  ['text/xml; charset=windows-1251', `<?xml version="1.0" encoding="koi8-r"?><a>${hello}</a>`],
])('[TH-26] the decoder reads XML by its declaration, behind mark and header: %s', (contentType, text) => {
  expect(decodeBody(latin1(text), contentType)).toContain('<a>Привет</a>')
})

it.each([
  ['XML', 'application/xml', '<?xml version="1.0"?><a>ü</a>'],
  ['a page', 'text/html', '<?xml version="1.0"?><p>ü</p>'],
  ['JSON', 'application/json', '{"a":"ü"}'],
])('[TH-26] the decoder reads UTF-16 without a mark: %s', (_case, contentType, text) => {
  expect(decodeBody(utf16(text), contentType)).toBe(text)
  expect(decodeBody(utf16(text, true), contentType)).toBe(text)
})

it.each([
  ['UTF-8, whatever the header says', 'application/json; charset=iso-8859-1', '{"a":"\u{c3}\u{bc}"}'],
  ['an older encoding where it is no UTF-8', 'application/json; charset=iso-8859-1', '{"a":"\u{fc}"}'],
  ['windows-1252 where it is none and names none', 'application/problem+json', '{"a":"\u{fc}"}'],
  ['UTF-8 with a mark', 'application/json', '\u{ef}\u{bb}\u{bf}{"a":"\u{c3}\u{bc}"}'],
])('[TH-26] the decoder reads JSON: %s', (_case, contentType, text) => {
  expect(decodeBody(latin1(text), contentType)).toBe('{"a":"ü"}')
})

it.each([
  ['big5', bytes(0x87, 0x40), '䏰'],
  ['shift_jis', bytes(0x81, 0x60, 0x5c), '～\\'],
  ['euc-jp', bytes(0x8f, 0xb0, 0xa1), '丂'],
  ['euc-kr', bytes(0x81, 0x41), '갂'],
  ['gb18030', bytes(0x81, 0x30, 0x81, 0x30), '\u{80}'],
  ['iso-2022-jp', bytes(0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42), 'あ'],
  ['latin1', bytes(0x80, 0x93), '€“'],
])('the decoder reads %s as browsers do', (charset, body, text) => {
  expect(decodeBody(body, `text/plain; charset=${charset}`)).toBe(text)
})

it('the decoder looks for a charset in linear time', () => {
  const timeOf = (length: number, rounds: number) => {
    const pieces = ['<', '<!--', '<meta ', '<meta a="', '<a b=', '<meta charset', '<?xml encoding=']
    const pages = pieces.map((piece) => latin1(`${piece.repeat(length / piece.length)}\u{e9}`))
    const before = processorTimeMs()
    for (let round = 0; round < rounds; round += 1) for (const page of pages) decodeBody(page, 'text/html')
    return processorTimeMs() - before
  }
  timeOf(4_000, 40)
  expect(timeOf(64_000, 10)).toBeLessThan(8 * timeOf(4_000, 160))
})

it.each([
  ['application/json', '"Привет"'],
  ['application/json', '1'],
  ['application/json; charset=utf-8', '{"a":"Привет"}'],
  ['text/plain', 'To: Привет'],
  ['text/html; charset=utf-8', '<p>Привет'],
  ['application/xml', '<a>Привет</a>'],
])('the decoder reads UTF-16 without a mark by its zeros: %s, %s', (contentType, text) => {
  expect([decodeBody(utf16(text, false), contentType), decodeBody(utf16(text, true), contentType)]).toEqual([
    text,
    text,
  ])
})

it.each([
  ['text/plain', bytes(1, 0, 2, 0)],
  ['image/png', bytes(0x61, 0, 0x62, 0)],
  ['application/json', bytes(0x31, 0, 0, 0)],
])('the decoder takes zeros for binary that no text has: %s', (contentType, body) => {
  expect(decodeBody(body, contentType)).toBeNull()
})

it.each([
  ['application/rss+xml', '\r\n<?xml version="1.0" encoding="windows-1251"?><a>'],
  [undefined, '\n<?xml version="1.0" encoding="windows-1251"?><a>'],
  [undefined, '<!-- saved --><html><meta charset=windows-1251>'],
  [undefined, '<div>\n<meta charset=windows-1251>'],
])('the decoder finds the charset that a text of the type %s names: %s', (contentType, head) => {
  const body = bytes(...latin1(head), 0xcf, 0xf0)
  expect(decodeBody(body, contentType)).toBe(`${head}Пр`)
})

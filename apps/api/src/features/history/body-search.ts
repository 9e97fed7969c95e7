import { encodeText } from '@knockwire/domain/charsets/encode-text'
import { type SQL, sql } from 'drizzle-orm'

/** Its name, or a byte order mark. */
const utf16Labels = 'utf-16|\\\\377\\\\376|\\\\376\\\\377'

/** Encodings that bodies are met in beside UTF-8, and how a header, a `meta` or a declaration names them (a regular expression). */
const encodings: readonly (readonly [name: string, labels: string])[] = [
  ['windows-1252', '(iso.?8859-1|windows-1252|cp1252|latin-?1|ascii)([^0-9]|$)'],
  ['iso-8859-2', '(iso.?8859-2|latin-?2)([^0-9]|$)'],
  ['iso-8859-3', 'iso.?8859-3|latin-?3'],
  ['iso-8859-4', 'iso.?8859-4|latin-?4'],
  ['iso-8859-5', 'iso.?8859-5'],
  ['iso-8859-6', 'iso.?8859-6'],
  ['iso-8859-7', 'iso.?8859-7'],
  ['iso-8859-10', 'iso.?8859-10|latin-?6'],
  ['iso-8859-14', 'iso.?8859-14'],
  ['iso-8859-15', 'iso.?8859-15|latin-?9'],
  ['iso-8859-16', 'iso.?8859-16'],
  ['windows-874', '(windows-|cp)874|tis-620|iso.?8859-11'],
  ['windows-1250', '(windows-|cp)1250'],
  ['windows-1251', '(windows-|cp)1251'],
  ['windows-1253', '(windows-|cp)1253'],
  ['windows-1254', '(windows-|cp)1254|iso.?8859-9|latin-?5'],
  ['windows-1255', '(windows-|cp)1255|iso.?8859-8'],
  ['windows-1256', '(windows-|cp)1256'],
  ['windows-1257', '(windows-|cp)1257|iso.?8859-13'],
  ['windows-1258', '(windows-|cp)1258'],
  ['koi8-r', 'koi8'],
  ['koi8-u', 'koi8-u|koi8-ru'],
  ['macintosh', 'macintosh|x-mac-roman'],
  ['x-mac-cyrillic', 'x-mac-(cyrillic|ukrainian)'],
  ['ibm866', 'ibm866|cp866'],
  ['shift_jis', 'shift[-_]jis|sjis|windows-31j'],
  ['euc-jp', 'euc-jp'],
  ['iso-2022-jp', 'iso-2022-jp'],
  ['gb18030', 'gb18030|gbk|gb2312'],
  ['big5', 'big5'],
  ['euc-kr', 'euc-kr|ks_c_5601|windows-949'],
  ['utf-16le', utf16Labels],
  ['utf-16be', utf16Labels],
]

/** The charset of a body is looked for in so many bytes of it, as by a browser. */
const headLength = 1024

/** Bytes as text that can be searched, the letters A to Z folded: those beyond ASCII are `\351`. */
const searchable = (bytes: SQL): SQL => sql`lower(encode(${bytes}, 'escape'))`

/**
 * Whether a body contains a text in UTF-8, or in the encoding that its headers or its own beginning name; where neither
 * names one, also in windows-1252, by which such bodies are shown. It costs a pass over the body for UTF-8 and one for
 * each encoding that is named, whatever the text is.
 */
export const bodyContains = (body: SQL, headers: SQL, text: string): SQL => {
  const head = searchable(sql`substr(${body}, 1, ${headLength}::int)`)
  const naming = sql`(lower(coalesce(${headers}::text, '')) || ${head} || ${utf16ByZeros(body)})`
  const inOthers = encodings.flatMap(([name, labels]) => {
    const bytes = bytesIn(name, text)
    return bytes === null ? [] : sql`(${naming} ~ ${labels} and ${holds(body, bytes)})`
  })
  const western = /[^\0-\u{7f}]/u.test(text) ? bytesIn('windows-1252', text) : null
  const undeclared =
    western === null ? [] : sql`(${naming} !~ 'charset|encoding *=' and ${holdsWestern(body, western)})`
  const inUtf8 = holds(body, Buffer.from(text))
  return sql`(${sql.join([inUtf8, ...inOthers, ...[undeclared].flat()], sql` or `)})`
}

/** A text without a mark that begins with ASCII has a zero among its first two bytes in UTF-16, and in no other encoding. */
const utf16ByZeros = (body: SQL): SQL =>
  sql`case when ${searchable(sql`substr(${body}, 1, 2)`)} ~ ${'\\\\000'} then ' utf-16' else '' end`

/** Null where the text reads the same in UTF-8, or has a character that the encoding lacks. */
const bytesIn = (encoding: string, text: string): Buffer | null => {
  const encoded = encodeText(text, `text/plain; charset=${encoding}`)
  const bytes = encoded === null ? null : withoutShifts(Buffer.from(encoded), encoding)
  return bytes === null || bytes.equals(Buffer.from(text)) ? null : bytes
}

/** Japanese within a longer text stands without the sequences with which it begins and ends as a text by itself. */
const withoutShifts = (bytes: Buffer, encoding: string): Buffer => {
  if (encoding !== 'iso-2022-jp') return bytes
  const text = bytes.toString('latin1')
  const [toJapanese, toAscii] = ['\u{1b}$B', '\u{1b}(B']
  const start = text.startsWith(toJapanese) ? toJapanese.length : 0
  return bytes.subarray(start, text.endsWith(toAscii) ? -toAscii.length : undefined)
}

const holds = (body: SQL, bytes: Buffer): SQL => sql`strpos(${searchable(body)}, ${escaped(bytes)}) > 0`

/** UTF-8 has the same bytes at the beginning of characters, but always others beyond ASCII behind them. */
const holdsWestern = (body: SQL, bytes: Buffer): SQL => {
  const needle = escaped(bytes)
  return sql`split_part(${searchable(body)}, ${needle}, 2) !~ ${'^\\\\2'} and strpos(${searchable(body)}, ${needle}) > 0`
}

/** As PostgreSQL escapes bytes, in lower case. */
const escaped = (bytes: Buffer): string => {
  const characters = Array.from(bytes, (byte) => {
    if (byte === 0 || byte > 0x7f) return `\\${byte.toString(8).padStart(3, '0')}`
    return byte === 0x5c ? '\\\\' : String.fromCodePoint(byte).toLowerCase()
  })
  return characters.join('')
}

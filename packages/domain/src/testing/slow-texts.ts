import { mostPlainPasses, plainPassesIn } from './plain-passes.ts'

const length = 65_536

/** What is repeated: a run of it, or of what it is followed by, can be matched in many ways by a careless expression. */
const units = [
  ['0', '1', 'a', 'A', 'é', '😀', '.', '/', '\\', '(', ')', '[', ']', '{', '}', '<', '>', '"', "'", '`', '*', '_', '~'],
  ['-', '+', '=', '&', '%', ';', ':', ',', '@', '$', '#', '!', '?', '|', '^', ' ', '\t', '\n', '\r\n', '\0'],
  ['\u00a0', '\u2028', '\ufeff', 'a.', 'a-', 'a@', 'a ', 'a\n', '1.', '1,', '1e', '-1', '0x', '1 ', '1/', '1:', '::'],
  ['::1', '1.1.1.1', '%4', '%41', '%ff', 'a=', 'a=b&', '&a', '; a', '; a=', ';a="', '; charset=', '"\\', "'\\", '\\u'],
  ['\\"', '""', "''", '``', '`a\n', '```', '**', '*a', '_a', '()', '(a', '[]', '[1', '[0]', '["a"]', '{}', '{"a":'],
  [
    '"a":',
    '"a",',
    'null,',
    '1,\n',
    '"a"\n',
    '..',
    '$..',
    '..*',
    '.a',
    '[?@.a',
    '==',
    '&&',
    '<a',
    '<a>',
    '</a>',
    '<a b="',
  ],
  [
    '<!--',
    '-->',
    '<!',
    '<?',
    '<![CDATA[',
    '<script',
    '<script>',
    '<svg>',
    '<p>',
    '<b><p>',
    '&lt;',
    '&#1',
    '{{',
    '{{ a',
  ],
  ['{{ a }}', '{%', '{% if a %}', '{% raw %}', '| a', 'a | b: ', '>a', ' > a', ':not(', ':has(a', '+a', '~a', '[a'],
  ['li:nth-child(2n+1) ', 'http://', 'http://a', 'http://a.', '//', '/.', '/../', './', 'a/', 'https:', '?a', '#a'],
  ['a:', 'a:b@', '/r/', '/rates', '--', '--a', '--x\r\n', '\n--', '\r\n\r\n', 'a: b\r\n', ' a', "-H 'a: b' ", "$'\\x"],
  [
    '$(',
    '${',
    '\\\n',
    '^\n',
    '-d a ',
    'curl ',
    'Mozilla/5.0 ',
    'Bearer ',
    'W/"1", ',
    'gzip, ',
    '=?utf-8?b?',
    '+1604555',
  ],
  ['*/1 ', '1-5,', 'JAN ', 'at file:///a.js:1:1\n'],
].flat()

/** 64 KB of each, begun and ended by something else: what cannot match in the end is tried in every way there is. */
const slowTexts: readonly string[] = units.map(
  (unit) => `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 1)}\u0001`,
)

const tries = 3

const costOf = (read: (text: string) => unknown, text: string) => {
  const readOnce = async () => {
    try {
      await read(text)
    } catch {
      // What it thinks of the text is not the question.
    }
  }
  return plainPassesIn(length, readOnce)
}

/**
 * Those of the texts that cost a reader more than reading them so many times, which no linear reader needs. A cost is believed where it
 * is seen again: a collection of garbage may fall into a reading. What a reader throws is its own affair.
 */
export const textsTooSlowFor = async (
  read: (text: string) => unknown,
  mostPasses = mostPlainPasses,
): Promise<string[]> => {
  const slow: string[] = []
  for (const text of slowTexts) {
    let passes = await costOf(read, text)
    for (let again = 1; again < tries && passes > mostPasses; again += 1)
      passes = Math.min(passes, await costOf(read, text))
    if (passes > mostPasses) slow.push(`${JSON.stringify(text.slice(0, 24))}…: ${Math.round(passes)} plain passes`)
  }
  return slow
}

import { describe, expect, it } from 'vitest'
import { processorTimeMs } from '../testing/processor-time.ts'
import { compileFile } from './compile-file.ts'
import { parseYaml } from './reading/parse-yaml.ts'

const timed = (text: string) => {
  const before = processorTimeMs()
  const { problems, value } = parseYaml(text)
  if (problems.length === 0) compileFile(value)
  return { problems, ms: processorTimeMs() - before }
}

const size = 200_000
const repeated = (unit: string) => unit.repeat(Math.ceil(size / unit.length))
const laughs = ['a: &a [x,x,x,x,x,x,x,x,x,x]']
for (let index = 1; index < 12; index += 1) {
  const [name, before] = ['abcdefghijkl'[index], 'abcdefghijkl'[index - 1]]
  laughs.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(',')}]`)
}

describe('hostile YAML', () => {
  it.each([
    ['lists in lists', repeated('['), /nested more than 50 deep/],
    ['maps in maps', repeated('{a: '), /nested more than 50 deep/],
    ['lists in lists, by hyphens', repeated('- '), /nested more than 50 deep/],
    ['keys of keys', repeated('? '), /nested more than 50 deep/],
    [
      'maps in maps, by indentation',
      Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''),
      /nested more than 50 deep/,
    ],
    ['a billion laughs', laughs.join('\n'), /too many values/],
    ['what holds itself', 'a: &a [*a]', /no anchor a before/],
    ['more than 5 MiB', 'a'.repeat(5 * 1024 * 1024 + 1), /larger than 5 MiB/],
    ['a tag', 'a: !!js/function "x"', /tag/],
  ])('%s is rejected at once', (_what, text, message) => {
    const { problems, ms } = timed(text)
    expect(problems[0]?.message).toMatch(message)
    expect(ms).toBeLessThan(1500)
  })

  const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1\n`).join('')
  it.each([
    ['many keys', keys],
    ['many keys of a flow', `{${keys.replaceAll('\n', ',')}}`],
    ['one key many times', repeated('a: 1\n')],
    [
      'many anchors and aliases',
      Array.from({ length: 5000 }, (_, index) => `k${index}: &a${index} [1]\nl${index}: *a${index}\n`).join(''),
    ],
    ['many empty lines', repeated('\n')],
    ['many comments', repeated('#\n')],
    ['many documents', repeated('---\n')],
    ['quotes', repeated('"')],
    ['spaces', repeated(' ')],
    ['colons', repeated(': ')],
    ['commas', `[${repeated(',')}`],
    ['tabs', repeated('\t')],
    ['directives', repeated('%YAML 1.2\n')],
    ['a long text of lines', `a: |\n${repeated('  x\n')}`],
    ['a folded text', `a: >\n${repeated('  x\n')}`],
    ['a plain text of lines', `a: ${repeated('x\n  ')}`],
    ['escapes', `a: "${repeated('\\u0041')}"`],
    ['tags', repeated('!a ')],
    ['anchors', repeated('&a ')],
    ['pairs without a line', repeated('a: b: ')],
  ])('%s take time in proportion to their length', (_what, text) => {
    const half = timed(text.slice(0, text.length / 2)).ms
    const { ms } = timed(text)
    // Of twice the length, quadratic work is four times as long; what is done in a moment is not measured so exactly.
    expect(ms).toBeLessThan(Math.max(3.2 * half, 400))
    expect(ms).toBeLessThan(4000)
  })
})

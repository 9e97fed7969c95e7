import { SourceMap } from 'node:module'
import { runInNewContext } from 'node:vm'
import { encode } from '@jridgewell/sourcemap-codec'
import { expect, it } from 'vitest'
import { toAscii } from './to-ascii.ts'

const code = "const ñ='“💩”';\n[ñ,`→${ñ.length}`,/^[“💩]+/u.test(ñ)];throw0"

it('escapes what is not of ASCII, and leaves the program as it is', () => {
  const text = code.replace(';throw0', '')
  const ascii = toAscii(text, '')
  expect(ascii.code).toMatch(/^[\n -~]*$/)
  expect(runInNewContext(ascii.code)).toEqual(runInNewContext(text))
})

it('rejects a program of which an escape would make another one', () => {
  expect(() => toAscii('`\\“`', '')).toThrow('cannot be written in ASCII: \\“')
  expect(toAscii('`\\\\“`', '').code).toBe('`\\\\\\u201c`')
})

it('keeps the source map: each part is where it was', () => {
  const [before = '', after = ''] = code.split('\n')
  const columns = [0, before.indexOf('='), before.indexOf(';')]
  const lines = [columns, [0, after.indexOf('`'), after.indexOf('/'), after.indexOf('throw0')]]
  const mappings = encode(lines.map((parts, line) => parts.map((column) => [column, 0, line, column])))
  const ascii = toAscii(code, mappings)
  const map = new SourceMap({
    file: '',
    version: 3,
    sources: ['source.ts'],
    sourcesContent: [],
    names: [],
    sourceRoot: '',
    mappings: ascii.mappings,
  })
  const asciiLines = ascii.code.split('\n')
  for (const [line, part] of [
    [0, '='],
    [0, ';'],
    [1, '`'],
    [1, '/'],
    [1, 'throw0'],
  ] as const) {
    const column = asciiLines[line]?.indexOf(part) ?? -1
    const original = lines[line]?.find((at) => code.split('\n')[line]?.startsWith(part, at))
    expect(map.findEntry(line, column)).toMatchObject({ originalLine: line, originalColumn: original })
  }
})

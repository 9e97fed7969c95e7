import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { JsonValue } from '../../json-value.ts'
import { extractJson } from './extract-json.ts'
import { parseStandardPath } from './standard-path.ts'

/** The cases of https://github.com/jsonpath-standard/jsonpath-compliance-test-suite, as a development dependency carries them. */
const suite = fileURLToPath(
  new URL(
    'src/__tests__/jsonpath-compliance-test-suite/cts.json',
    import.meta.resolve('jsonpath-rfc9535/package.json'),
  ),
)
const Nodes = z.array(z.json())
const Case = z.object({
  name: z.string(),
  selector: z.string(),
  document: z.json().optional(),
  result: Nodes.optional(),
  /** Where the standard leaves the order open. */
  results: z.array(Nodes).optional(),
  invalid_selector: z.boolean().optional(),
})
const { tests } = z.object({ tests: z.array(Case) }).parse(JSON.parse(readFileSync(suite, 'utf8')))
const valid = tests.filter(({ invalid_selector: isInvalid }) => !isInvalid)
const invalid = tests.filter(({ invalid_selector: isInvalid }) => isInvalid)

describe('the compliance suite of RFC 9535', () => {
  it('has its cases', () => {
    expect([valid.length, invalid.length]).toEqual([442, 245])
  })

  it.each(valid)('$name: $selector selects what the standard says', ({ selector, document, result, results }) => {
    const allowed = results ?? [result]
    const nodes = parseStandardPath(selector)(document as JsonValue, 10_000)
    expect(allowed).toContainEqual(nodes)
    // One node is the value itself, several are a list of them.
    const values = allowed.map((list = []) => (list.length > 1 ? list : (list[0] ?? null)))
    expect(values).toContainEqual(extractJson(JSON.stringify(document), selector).value)
  })

  it.each(invalid)('$name: $selector is no path of the standard', ({ selector }) => {
    expect(() => parseStandardPath(selector)).toThrow('Invalid JSON path')
  })
})

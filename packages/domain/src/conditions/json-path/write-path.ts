import { JSONPath } from 'jsonpath-plus'
import { JsonPathError, type Segment, type Selector } from './syntax.ts'

/**
 * Each list ends with one more, which selects nothing: the library takes what stands in a list as it stands, but what
 * stands alone sometimes as a sign (`['@type']`), and sometimes as a member's name (`[*][*]` where one is called `*`).
 */
const noName = "'\0no such name'"
const noPlace = '0:0'

/**
 * The path in jsonpath-plus' own words. It looks for calls and scripts in quoted names too, so what it reads is compared
 * with what is meant.
 * @throws JsonPathError
 */
export function writePath(segments: readonly Segment[]): string {
  const steps = segments.flatMap(writeSegment)
  const path = `$${steps.map((step) => `[${step}]`).join('')}`
  // The library keeps every path that it has ever read; so it keeps this one alone.
  JSONPath.clearCache()
  const read = JSONPath.toPathArray(path)
  if (read.length === steps.length + 1 && steps.every((step, index) => step === read[index + 1])) return path
  throw new JsonPathError('A name in this JSON path holds parentheses in a place where they cannot be looked up.')
}

function writeSegment({ descendant, selectors }: Segment): string[] {
  const end = selectors[0]?.kind === 'name' ? noName : noPlace
  const children = [...selectors.map(writeSelector), end].join(',')
  return descendant ? [`..,${noPlace}`, children] : [children]
}

function writeSelector(selector: Selector): string {
  switch (selector.kind) {
    case 'name':
      return `'${selector.name.replaceAll(/['\\]/g, String.raw`\$&`)}'`
    case 'index':
      return writeIndex(selector.index)
    case 'slice':
      return `${selector.start ?? ''}:${selector.end ?? ''}:${selector.step}`
    case 'wildcard':
      return '*'
  }
}

/** As a slice, since a bare number would also be a name, and a character of a text. */
const writeIndex = (index: number) => (index === -1 ? '-1:' : `${index}:${index + 1}`)

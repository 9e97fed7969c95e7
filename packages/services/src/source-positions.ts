import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The file, line and column in a stack frame of a bundle. Bounded: a message may bring a long line that looks like one. */
const frame = /^( +at (?:async |[^(\n]{0,200}\()?)(file:\/\/[^\s()]{1,1000}\.js):(\d+):(\d+)/gm

/** A map takes ten times its file, and 40 ms to read: it is kept while errors come. Null where a file has none. */
const keptMs = 60_000
const maps = new Map<string, SourceMap | null>()
let forgetting: NodeJS.Timeout | undefined

const readMap = (file: string): SourceMap | null => {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')) as SourceMapPayload)
  } catch {
    return null
  }
}

const mapOf = (file: string): SourceMap | null => {
  clearTimeout(forgetting)
  forgetting = setTimeout(() => maps.clear(), keptMs).unref()
  const map = maps.has(file) ? maps.get(file) : readMap(file)
  maps.set(file, map ?? null)
  return map ?? null
}

/** Null where it is not known, or not a file: no error may come of logging one. */
const originOf = (file: string, line: number, column: number): string | null => {
  const entry = mapOf(file)?.findEntry(line - 1, column - 1)
  if (entry === undefined || !('originalSource' in entry)) return null
  try {
    const source = fileURLToPath(new URL(entry.originalSource, file))
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  } catch {
    return null
  }
}

/**
 * A stack trace of bundled code with the lines of its sources, by the maps beside the bundle. Node's own way,
 * `process.setSourceMapsEnabled`, keeps each map that one stack has needed, and needs them for each socket that is closed
 * with an error, since Node reads its stack.
 */
export const withSourcePositions = (stack: string): string =>
  stack.replace(frame, (generated, before: string, file: string, line: string, column: string) => {
    const origin = originOf(file, Number(line), Number(column))
    return origin === null ? generated : `${before}${origin}`
  })

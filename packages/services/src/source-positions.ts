import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Of a bundle's stack frame: its file, line and column. */
const position = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g

/** Weak: a map takes ten times its file, which nobody needs between two errors. */
const maps = new Map<string, WeakRef<SourceMap>>()

/** Null where the file has none, as outside of bundles. */
const mapOf = (file: string): SourceMap | null => {
  const known = maps.get(file)?.deref()
  if (known !== undefined) return known
  try {
    const map = new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')) as SourceMapPayload)
    maps.set(file, new WeakRef(map))
    return map
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
  stack.replace(position, (generated, file: string, line: string, column: string) => {
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column))
    if (origin === undefined || !('fileName' in origin)) return generated
    return `${fileURLToPath(new URL(origin.fileName, file))}:${origin.lineNumber}:${origin.columnNumber}`
  })

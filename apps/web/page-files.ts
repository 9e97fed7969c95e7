import { resolve } from 'node:path'
import type { Rolldown } from 'vite'

const source = resolve(import.meta.dirname, 'src')

/** The scripts of modules below src, with all that these import statically. */
export function filesOf(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<string>()
  const add = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const imported of byName.get(name)?.imports ?? []) add(imported)
  }
  for (const module of modules) add(fileOf(chunks, module))
  return found
}

/** A module without code of its own is in the file that has its entry. */
export function fileOf(chunks: readonly Rolldown.OutputChunk[], module: string): string {
  const id = resolve(source, module)
  const chunk =
    chunks.find(({ moduleIds }) => moduleIds.includes(id)) ?? chunks.find(({ facadeModuleId }) => facadeModuleId === id)
  if (chunk === undefined) throw new Error(`src/${module} is not in the build.`)
  return chunk.fileName
}

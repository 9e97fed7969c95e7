import { Document, isMap, isPair, isScalar } from 'yaml'
import type { ProjectFile } from './file-schema.ts'

/** Sections whose entries stand apart. */
const spaced: ReadonlySet<unknown> = new Set(['channels', 'tasks', 'receivers'])

/** The file as YAML: nothing is folded, texts of several lines stand as blocks, and each task and receiver stands apart. */
export function writeYaml(file: Partial<ProjectFile>, comment?: string): string {
  const document = new Document(file, { aliasDuplicateObjects: false })
  if (comment !== undefined) document.commentBefore = comment
  const { contents } = document
  for (const section of isMap(contents) ? contents.items : []) {
    if (!isPair(section) || !isScalar(section.key) || !spaced.has(section.key.value)) continue
    section.key.spaceBefore = true
    for (const entry of isMap(section.value) ? section.value.items.slice(1) : [])
      if (isScalar(entry.key)) entry.key.spaceBefore = true
  }
  return document.toString({ lineWidth: 0 })
}

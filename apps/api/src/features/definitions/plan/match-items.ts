import { pointer } from '@knockwire/domain/definitions/compare'
import type { DefinitionProblem } from './scope.ts'

interface Reference {
  key: string | null
  id?: string | undefined
}

interface Stored {
  id: string
  key: string | null
}

interface Rules<Definition, Item> {
  /** Where the definitions stand. */
  path: string
  /** Whether one that was made by hand may be the one that is defined; it is, where its id says so. */
  isAlike: (definition: Definition, item: Item) => boolean
}

interface Matches<Item> {
  /** For each definition: the stored one that it is about; null for a new one. */
  matches: (Item | null)[]
  /** Those that no definition is about. */
  unmatched: Item[]
  problems: DefinitionProblem[]
}

/**
 * Which stored notification or chart each definition is about: by its key, otherwise by its id. One whose type differs is another
 * one, and takes its key.
 */
export const matchItems = <Definition extends Reference, Item extends Stored>(
  definitions: readonly Definition[],
  stored: readonly Item[],
  { path, isAlike }: Rules<Definition, Item>,
): Matches<Item> => {
  const byKey = new Map(stored.flatMap((item) => (item.key === null ? [] : [[item.key, item] as const])))
  const byId = new Map(stored.map((item) => [item.id, item]))
  const seen = new Set<string>()
  const used = new Set<string>()
  const problems: DefinitionProblem[] = []
  const matches = definitions.map((definition, index): Item | null => {
    const { key, id } = definition
    if (key !== null && seen.has(key))
      problems.push({
        path: path + pointer(String(index), 'key'),
        code: 'duplicate_key',
        message: `Another one has the key ${key}, too.`,
      })
    if (key !== null) seen.add(key)
    const found = (key === null ? undefined : byKey.get(key)) ?? (id === undefined ? undefined : byId.get(id))
    if (key === null && id !== undefined && found === undefined)
      problems.push({
        path: path + pointer(String(index), 'id'),
        code: 'unknown_id',
        message: 'There is none with this id. Leave the id out to create one.',
      })
    if (found === undefined || used.has(found.id) || !isAlike(definition, found)) return null
    used.add(found.id)
    return found
  })
  return { matches, unmatched: stored.filter(({ id }) => !used.has(id)), problems }
}

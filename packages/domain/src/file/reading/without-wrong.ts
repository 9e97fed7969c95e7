import type { z } from 'zod'

type Map = Record<string, unknown>

const isMap = (value: unknown): value is Map => typeof value === 'object' && value !== null && !Array.isArray(value)

/** In the place of a channel that cannot be read, so that what uses it can. */
const standIn = { type: 'email', to: 'nobody@example.com', when: { status: 200 } }
const top: Readonly<Map> = { version: 1, project: 'project' }
const sections = new Set(['channels', 'tasks', 'receivers'])

/**
 * The document without what its schema rejects, so that the rest can be looked at, too. Null where everything depends on what is wrong,
 * such as the defaults.
 */
export function withoutWrong(document: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  if (!isMap(document)) return null
  const rest: Map = { ...document }
  for (const { path, ...issue } of issues) {
    const [section, key] = path.map(String)
    if (section === undefined) {
      if (!('keys' in issue)) return null
      for (const name of issue.keys) delete rest[name]
    } else if (section === 'defaults') return null
    else if (!sections.has(section) || key === undefined) {
      if (section in top) rest[section] = top[section]
      else delete rest[section]
    } else {
      const { [key]: _wrong, ...others } = isMap(rest[section]) ? rest[section] : {}
      rest[section] = section === 'channels' ? { ...others, [key]: standIn } : others
    }
  }
  return rest
}

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Setting {
  name: string
  example: string
}

export interface SettingGroup {
  title: string
  entries: { text: string; settings: Setting[] }[]
}

/** `---- Title ----` begins a group; comments explain the settings that follow them. */
const readExample = (example: string): SettingGroup[] => {
  const groups: SettingGroup[] = []
  let text: string[] = []
  let isExplained = true
  for (const line of example.split('\n')) {
    const title = /^# -+ (.+?) -+$/.exec(line)?.[1]
    const [, name, value = ''] = /^#?([A-Z][A-Z0-9_]+)=(.*)$/.exec(line) ?? []
    const group = groups.at(-1)
    if (title !== undefined) groups.push({ title, entries: [] })
    else if (name !== undefined && group !== undefined) {
      if (isExplained) group.entries.push({ text: text.join(' '), settings: [] })
      group.entries.at(-1)?.settings.push({ name, example: value })
      isExplained = false
    } else if (line.startsWith('# ')) {
      if (!isExplained) text = []
      isExplained = true
      text.push(line.slice(2))
    } else if (line === '') {
      text = []
      isExplained = true
    }
  }
  return groups
}

/** The keys of the schemas that the apps check their environment with. */
const schemaKeys = (repository: string): string[] =>
  globSync('{apps,packages}/*/src/**/*settings.ts', { cwd: repository }).flatMap((file) =>
    [...readFileSync(join(repository, file), 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): z?/gm)].map(
      ([, name]) => name ?? '',
    ),
  )

/** Every setting as `.env.example` explains it; the build fails where a schema has one that is not explained. */
export const readSettings = (repository: string): SettingGroup[] => {
  const groups = readExample(readFileSync(join(repository, '.env.example'), 'utf8'))
  const known = new Set(groups.flatMap(({ entries }) => entries.flatMap(({ settings }) => settings.map((s) => s.name))))
  const missing = schemaKeys(repository).filter((name) => !known.has(name))
  if (missing.length > 0) throw new Error(`.env.example does not explain ${missing.join(', ')}.`)
  return groups
}

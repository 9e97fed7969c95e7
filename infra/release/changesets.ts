import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'

export interface Changeset {
  file: string
  /** The kind of change by package. */
  releases: Record<string, 'patch' | 'minor' | 'major'>
  /** What users and operators notice, in Markdown. */
  text: string
}

const parseChangeset = (file: string, source: string): Changeset => {
  const [, head, text = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? []
  if (head === undefined)
    throw new Error(`${file} does not begin with the packages that it is about, between two lines "---".`)
  return { file, releases: (parse(head) ?? {}) as Changeset['releases'], text: text.trim() }
}

/** The changesets below `directory`, by name. Throws for a file that is none. */
export const readChangesets = async (directory: string): Promise<Changeset[]> => {
  const folder = join(directory, '.changeset')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md') && file !== 'README.md').toSorted()
  return Promise.all(files.map(async (file) => parseChangeset(file, await readFile(join(folder, file), 'utf8'))))
}

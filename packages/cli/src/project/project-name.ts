import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ProjectName } from '@knockwire/domain/definitions/key'
import { parseYaml } from '@knockwire/domain/file/reading/parse-yaml'
import { UserError } from '../cli.ts'
import type { AccountObject } from './read-account.ts'
import { defaultFiles } from './read-project.ts'

/** The one that is named, or else the only one that manages some of these. */
export function projectOf(objects: readonly AccountObject[], named: string | undefined): string {
  const projects = new Set(objects.flatMap(({ view }) => view.managedBy?.project ?? []))
  const [only] = projects
  const project = named ?? (projects.size === 1 ? only : undefined) ?? 'main'
  if (!ProjectName.safeParse(project).success) throw new UserError(`${project} is not a valid project name.`)
  return project
}

/** Of the file in the folder, where it can be read that far: it need not be without problems. */
export function projectOfFile(cwd: string): string | undefined {
  const name = defaultFiles.find((each) => existsSync(join(cwd, each)))
  if (name === undefined) return undefined
  const { value } = parseYaml(readFileSync(join(cwd, name), 'utf8').replace(/^\uFEFF/, ''))
  const project = typeof value === 'object' && value !== null && 'project' in value ? value.project : undefined
  return ProjectName.safeParse(project).data
}

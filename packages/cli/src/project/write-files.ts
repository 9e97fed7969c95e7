import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ProjectFile } from '@knockwire/domain/file/file-schema'
import { fileSchemaPath } from '@knockwire/domain/file/file-json-schema'
import { writeYaml } from '@knockwire/domain/file/write-yaml'
import { type Cli, UserError } from '../cli.ts'

/** What makes editors check the file while it is written. */
const schemaComment = (url: string) => ` yaml-language-server: $schema=${url}${fileSchemaPath}`

export const yamlOf = (file: ProjectFile, url: string): string => writeYaml(file, schemaComment(url))

interface Writing {
  url: string
  /** Write over what is there. */
  isForced: boolean
}

function write(path: string, text: string, { isForced }: Writing): void {
  if (existsSync(path) && !isForced) throw new UserError(`${path} is there already. --force writes over it.`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

export const writeOne = ({ cwd }: Cli, path: string, file: ProjectFile, writing: Writing): void =>
  write(resolve(cwd, path), yamlOf(file, writing.url), writing)

/** One file for each task and receiver, and one with the rest that includes them. Answers how many. */
export function writeSplit({ cwd }: Cli, folder: string, file: ProjectFile, writing: Writing): number {
  const { tasks = {}, receivers = {}, ...rest } = file
  const root = resolve(cwd, folder)
  const include = [
    ...(Object.keys(tasks).length > 0 ? ['tasks/*.yaml'] : []),
    ...(Object.keys(receivers).length > 0 ? ['receivers/*.yaml'] : []),
  ]
  const { version, project, ...content } = rest
  const main: ProjectFile = { version, project, ...(include.length > 0 && { include }), ...content }
  write(join(root, 'knockwire.yaml'), yamlOf(main, writing.url), writing)
  for (const [key, task] of Object.entries(tasks))
    write(join(root, 'tasks', `${key}.yaml`), writeYaml({ tasks: { [key]: task } }), writing)
  for (const [key, receiver] of Object.entries(receivers))
    write(join(root, 'receivers', `${key}.yaml`), writeYaml({ receivers: { [key]: receiver } }), writing)
  return 1 + Object.keys(tasks).length + Object.keys(receivers).length
}

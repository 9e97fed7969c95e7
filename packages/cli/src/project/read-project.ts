import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { type CompiledFile, compileFile } from '@knockwire/domain/file/compile-file'
import type { Path } from '@knockwire/domain/file/problem'
import { parseYaml, yamlLimits } from '@knockwire/domain/file/reading/parse-yaml'
import { allProblems, joinFiles, type PlacedIn, type SourceFile } from '@knockwire/domain/file/reading/project-files'
import { replaceReferences } from '@knockwire/domain/file/reading/references'
import { globSync } from 'tinyglobby'
import { type Cli, UserError } from '../cli.ts'

export const defaultFiles = ['knockwire.yaml', 'knockwire.yml', 'knockwire.json'] as const

export interface Project {
  /** As it is shown, and as the server keeps it. */
  source: string
  /** With all that is replaced, for finding places in it. */
  document: unknown
  compiled: CompiledFile
  problems: PlacedIn[]
  placed: (problem: { path: Path; message: string }) => PlacedIn
  files: SourceFile[]
}

/** The file that is named, or the only one of the usual names. */
function findFile(cwd: string, named: string | undefined): string {
  if (named !== undefined) {
    if (!existsSync(resolve(cwd, named))) throw new UserError(`There is no file ${named}.`)
    return named
  }
  const found = defaultFiles.find((name) => existsSync(join(cwd, name)))
  if (found === undefined) throw new UserError(`There is no ${defaultFiles[0]} here. Name the file with --file.`)
  return found
}

function readSource(cwd: string, name: string): SourceFile {
  const path = resolve(cwd, name)
  if (statSync(path).size > yamlLimits.length * 4) throw new UserError(`${name} is larger than 5 MiB.`)
  return { name, parsed: parseYaml(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) }
}

function includedNames(cwd: string, main: SourceFile): string[] {
  const value = main.parsed.value as { include?: unknown } | null
  const patterns = Array.isArray(value?.include) ? value.include.filter((each) => typeof each === 'string') : []
  const folder = dirname(resolve(cwd, main.name))
  const names = patterns.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: folder, expandDirectories: false }).toSorted()
    if (found.length === 0 && !/[*?[{]/.test(pattern)) {
      throw new UserError(`${main.name} includes ${pattern}, and there is no such file.`)
    }
    return found
  })
  return [...new Set(names)].map((name) => relative(cwd, join(folder, name))).filter((name) => name !== main.name)
}

const readText = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** The file with all that it includes and names, compiled. */
export async function readProject(cli: Cli, file: string | undefined): Promise<Project> {
  const name = findFile(cli.cwd, file)
  const main = readSource(cli.cwd, name)
  const files = [main, ...includedNames(cli.cwd, main).map((each) => readSource(cli.cwd, each))]
  const joined = joinFiles(main, files.slice(1))
  const { document, problems: unfound } = replaceReferences(joined.document, {
    env: cli.env,
    readFile: (path, from) => {
      const folder = dirname(resolve(cli.cwd, joined.placed({ path: from, message: '' }).file))
      return readText(isAbsolute(path) ? path : join(folder, path))
    },
  })
  const compiled = compileFile(document, { nowMs: Date.now() })
  const problems = allProblems(joined, [...unfound, ...compiled.problems])
  return { source: name, document, compiled, problems, placed: joined.placed, files }
}

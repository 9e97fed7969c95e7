import type { InputOf } from '@knockwire/client/call-types'
import type { ApplyInput, ApplyProblem, ApplyResult } from '@knockwire/domain/definitions/apply'
import type { ProjectFile } from '@knockwire/domain/file/file-schema'
import type { PlacedIn } from '@knockwire/domain/file/reading/project-files'
import { placeIn, readPointer } from '@knockwire/domain/file/source-paths'
import { bodyOf, CallError } from '../api/client.ts'
import { type Cli, type Invocation, textOption, UserError } from '../cli.ts'
import { type Project, readProject } from './read-project.ts'
import { showProblems } from './show-problems.ts'

export type Applying = Omit<ApplyInput, 'mode' | 'expectedRevision'>

const pruneOption = (invocation: Invocation): Applying['prune'] => {
  const value = textOption(invocation, 'prune') ?? 'none'
  if (value === 'none' || value === 'pause' || value === 'delete') return value
  throw new UserError(`--prune is none, pause or delete, and not ${value}.`)
}

/** What of the file is sent; null where it has problems, which are shown. */
export async function readApplying(
  cli: Cli,
  invocation: Invocation,
): Promise<{ project: Project; applying: Applying } | null> {
  // Without a server and a token there is nothing to ask, whatever the file says.
  cli.client()
  const project = await readProject(cli, textOption(invocation, 'file'))
  const { compiled, problems, source } = project
  if (problems.length > 0 || compiled.project === null) {
    showProblems(cli, problems)
    return null
  }
  const { resources, moved, removed } = compiled
  const applying = {
    project: compiled.project,
    prune: pruneOption(invocation),
    source,
    secrets: {},
    resources,
    moved,
    removed,
  }
  return { project, applying }
}

export type Answer =
  | { kind: 'result'; result: ApplyResult }
  | { kind: 'problems'; problems: ApplyProblem[]; result: ApplyResult | null }
  /** The project is not as it was when the plan was made. */
  | { kind: 'stale'; message: string }

/** Has a plan made, or applies. What the server does not accept of the file is an answer as well. */
export async function askServer(
  { client, signal }: Cli,
  applying: Applying,
  mode: { mode: 'plan' } | { mode: 'apply'; expectedRevision: number },
): Promise<Answer> {
  try {
    // The description says more precisely which fields a mode of a schedule needs: the server checks that.
    const body = { ...applying, ...mode } as InputOf<'apply'>['body']
    const result = (await client().apply({ body }, { signal })) as ApplyResult
    return result.problems.length > 0
      ? { kind: 'problems', problems: result.problems, result }
      : { kind: 'result', result }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.status === 412) return { kind: 'stale', message: error.message }
    const { problems } = bodyOf(error)
    if (error.status === 422 && Array.isArray(problems)) {
      return { kind: 'problems', problems: problems as ApplyProblem[], result: null }
    }
    throw error
  }
}

/** Where in the file what the server does not accept stands. */
export const placeProblems = ({ document, placed }: Project, problems: readonly ApplyProblem[]): PlacedIn[] =>
  problems.map(({ kind, key, path, message }) => {
    if (kind === null || key === null) return placed({ path: [], message })
    return placed({
      path: placeIn(document as ProjectFile, kind, key, readPointer(path)),
      message: `${key}: ${message}`,
    })
  })

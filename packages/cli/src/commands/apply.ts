import { resolve } from 'node:path'
import type { ApplyResult, Change } from '@knockwire/domain/definitions/apply'
import { type Cli, type Invocation, type Run, UserError } from '../cli.ts'
import { type Applying, askServer, placeProblems, readApplying } from '../project/ask-server.ts'
import type { Project } from '../project/read-project.ts'
import { counted, countOf } from '../project/count-of.ts'
import { readPlan } from '../project/saved-plan.ts'
import { isChange, showPlan } from '../project/show-plan.ts'
import { showProblems } from '../project/show-problems.ts'
import { shown } from '../terminal/terminal.ts'

interface Planned {
  applying: Applying
  revision: number
  changes: Change[]
  /** Null for a plan that was kept, whose file may be another by now. */
  project: Project | null
}

/** Null where there are problems, which are shown. */
async function plan(cli: Cli, invocation: Invocation): Promise<Planned | null> {
  const [path] = invocation.args
  if (path !== undefined) {
    const { applying, revision, changes } = readPlan(resolve(cli.cwd, path), cli.client().url)
    return { applying, revision, changes, project: null }
  }
  const read = await readApplying(cli, invocation)
  if (read === null) return null
  cli.terminal.progress(`Planning ${countOf(read.applying.resources)}…`)
  const answer = await askServer(cli, read.applying, { mode: 'plan' })
  if (answer.kind === 'stale') throw new UserError(answer.message)
  if (answer.kind === 'problems') {
    showProblems(cli, placeProblems(read.project, answer.problems))
    return null
  }
  if (invocation.options['json'] !== true) showPlan(cli.terminal, answer.result)
  return { ...read, revision: answer.result.revision, changes: answer.result.changes }
}

/** How many runs or requests go with it. */
async function historyOf({ client, signal }: Cli, { kind, id }: Change): Promise<string> {
  const page = { page: 0, size: 20 }
  const { total } = await (kind === 'task'
    ? client().listExecutions({ taskId: id ?? '', ...page }, { signal })
    : client().listReceivedRequests({ receiverId: id ?? '', ...page }, { signal }))
  const what = kind === 'task' ? 'runs' : 'requests'
  if (total === 1) return kind === 'task' ? 'its only run' : 'its only request'
  return total === 0 ? `no ${what}` : `its ${total.toLocaleString('en')} ${what}`
}

/** Asks before anything goes for good, and names what goes with it. */
async function confirmDeletions(cli: Cli, { options }: Invocation, changes: readonly Change[]): Promise<void> {
  const deleted = changes.filter(({ op }) => op === 'delete')
  if (deleted.length === 0) return
  const { terminal } = cli
  terminal.note(terminal.style('red', 'These are deleted for good:'))
  for (const change of deleted)
    terminal.note(`  ${change.kind} ${shown(change.key)} with ${await historyOf(cli, change)}`)
  if (options['yes'] === true) return
  if (!terminal.isInteractive) throw new UserError('Nothing was applied. --yes deletes without asking.')
  if ((await terminal.ask('Type yes to delete them: ')) !== 'yes') throw new UserError('Nothing was applied.')
}

const done = ({ changes, project, revision }: ApplyResult) => {
  return `Applied: ${counted(changes.filter(isChange).length, 'change')}. ${project} is at revision ${revision}.`
}

export const run: Run = async (cli, invocation) => {
  const planned = await plan(cli, invocation)
  if (planned === null) return 1
  const { applying, revision, changes, project } = planned
  const isJson = invocation.options['json'] === true
  if (!changes.some(isChange) && project !== null) {
    if (isJson) cli.terminal.print(JSON.stringify({ project: applying.project, revision, changes }))
    return 0
  }
  await confirmDeletions(cli, invocation, changes)
  cli.terminal.progress('Applying…')
  const answer = await askServer(cli, applying, { mode: 'apply', expectedRevision: revision })
  switch (answer.kind) {
    case 'stale':
      throw new UserError('Nothing was applied: the project has changed since the plan was made. Plan again.')
    case 'problems':
      if (project === null)
        for (const { key, path, message } of answer.problems) cli.terminal.note(`${key ?? ''}${path}: ${message}`)
      else showProblems(cli, placeProblems(project, answer.problems))
      return 1
    default:
      cli.terminal.print(isJson ? JSON.stringify(answer.result) : done(answer.result))
      return 0
  }
}

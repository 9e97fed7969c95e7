import { resolve } from 'node:path'
import { type Run, textOption } from '../cli.ts'
import { askServer, placeProblems, readApplying } from '../project/ask-server.ts'
import { countOf } from '../project/count-of.ts'
import { savePlan } from '../project/saved-plan.ts'
import { isChange, showPlan } from '../project/show-plan.ts'
import { showProblems } from '../project/show-problems.ts'

const changesWaiting = 2

export const run: Run = async (cli, invocation) => {
  const read = await readApplying(cli, invocation)
  if (read === null) return 1
  const { project, applying } = read
  cli.terminal.progress(`Planning ${countOf(applying.resources)}…`)
  const answer = await askServer(cli, applying, { mode: 'plan' })
  if (answer.kind === 'stale') throw new Error(answer.message)
  if (answer.kind === 'problems') {
    if (invocation.options['json'] === true)
      cli.terminal.print(JSON.stringify({ problems: placeProblems(project, answer.problems) }))
    else showProblems(cli, placeProblems(project, answer.problems))
    return 1
  }
  const { result } = answer
  const out = textOption(invocation, 'out')
  if (out !== undefined) {
    const { revision, changes } = result
    savePlan(resolve(cli.cwd, out), { knockwirePlan: 1, url: cli.client().url, revision, applying, changes })
  }
  if (invocation.options['json'] === true) cli.terminal.print(JSON.stringify(result))
  else showPlan(cli.terminal, result)
  return result.changes.some(isChange) ? changesWaiting : 0
}

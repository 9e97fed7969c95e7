import { type Run, textOption } from '../cli.ts'
import { counted } from '../project/count-of.ts'
import { readProject } from '../project/read-project.ts'
import { showProblems } from '../project/show-problems.ts'

export const run: Run = async (cli, invocation) => {
  const { problems, compiled, source, files } = await readProject(cli, textOption(invocation, 'file'))
  const counts = {
    tasks: compiled.resources.filter(({ kind }) => kind === 'task').length,
    receivers: compiled.resources.filter(({ kind }) => kind === 'receiver').length,
    files: files.length,
  }
  if (invocation.options['json'] === true) cli.terminal.print(JSON.stringify({ ...counts, problems }))
  else if (problems.length > 0) showProblems(cli, problems)
  else {
    const [tasks, receivers] = [counted(counts.tasks, 'task'), counted(counts.receivers, 'receiver')]
    cli.terminal.print(`${source} is in order: ${tasks}, ${receivers}.`)
  }
  return problems.length > 0 ? 1 : 0
}

import type { PlacedIn } from '@knockwire/domain/file/reading/project-files'
import type { Cli } from '../cli.ts'
import { shown } from '../terminal/terminal.ts'

/** A message of a GitHub Actions workflow command. */
const commandText = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const order = (a: PlacedIn, b: PlacedIn) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column

/** Each with its file, line and column, in the form that editors and pipelines read. */
export function showProblems({ terminal, settings }: Cli, problems: readonly PlacedIn[]): void {
  for (const { file, line, column, message } of problems.toSorted(order)) {
    terminal.note(
      `${terminal.style('bold', `${shown(file)}:${line}:${column}:`)} ${terminal.style('red', 'error:')} ${shown(message)}`,
    )
    if (settings.isGitHubActions) {
      terminal.note(`::error file=${commandText(file)},line=${line},col=${column}::${commandText(message)}`)
    }
  }
  const count = problems.length
  terminal.note(`${count === 1 ? '1 problem' : `${count} problems`}. Nothing was changed.`)
}

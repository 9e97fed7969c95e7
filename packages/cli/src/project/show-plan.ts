import type { ApplyResult, Change, ChangeOp } from '@knockwire/domain/definitions/apply'
import { hasReference } from '@knockwire/domain/definitions/secret-references'
import { isSecretParameter, maskAddresses } from '@knockwire/domain/requests/secret-parameters'
import { counted } from './count-of.ts'
import { shown, type Terminal } from '../terminal/terminal.ts'

type Style = Parameters<Terminal['style']>[0]

const marks: Readonly<Record<ChangeOp, readonly [mark: string, style: Style, word: string]>> = {
  create: ['+', 'green', 'create'],
  update: ['~', 'yellow', 'change'],
  same: [' ', 'dim', 'same'],
  move: ['>', 'yellow', 'rename'],
  adopt: ['~', 'yellow', 'adopt'],
  pause: ['~', 'yellow', 'pause'],
  delete: ['-', 'red', 'delete'],
  release: [' ', 'dim', 'release'],
  orphan: ['?', 'dim', 'not in the file'],
}

const longestValue = 120

/**
 * Logs of pipelines keep what is printed: URLs, also those within a whole notification, are without the values of parameters that are
 * likely to be secrets.
 */
const shownValue = (path: string, value: unknown): unknown => {
  const field = path.slice(path.lastIndexOf('/') + 1)
  return maskAddresses({ [field]: value }, (name, of) => isSecretParameter(name) && !hasReference(of))[field]
}

const valueText = (path: string, value: unknown): string => {
  const text = value === undefined ? '(none)' : JSON.stringify(shownValue(path, value))
  return shown(text.length > longestValue ? `${text.slice(0, longestValue)}…` : text)
}

export const isChange = ({ op }: Change): boolean => op !== 'same' && op !== 'orphan'

function showChange({ print, style }: Terminal, { kind, key, op, fields, secretsChanged, warnings }: Change): void {
  const [mark, color, word] = marks[op]
  print(style(color, `${mark} ${word} ${kind} ${shown(key)}`))
  // Of what is new, the file itself says what it is.
  if (op !== 'create' && op !== 'delete') {
    for (const { path, from, to } of fields)
      print(`    ${shown(path)}: ${valueText(path, from)} → ${valueText(path, to)}`)
  }
  for (const path of secretsChanged) print(`    ${shown(path)}: another secret value`)
  for (const warning of warnings) print(style('yellow', `    ! ${shown(warning)}`))
}

/** What would change, in the words of the plan's last line. */
const summaryOf = ({ changes }: ApplyResult): string => {
  const counts = Map.groupBy(changes.filter(isChange), ({ op }) => op)
  const parts = [...counts].map(([op, of]) => `${of.length} to ${marks[op][2]}`)
  const same = changes.filter(({ op }) => op === 'same').length
  return parts.length === 0
    ? `Nothing to change; ${same} as in the file.`
    : `${parts.join(', ')}; ${same} as in the file.`
}

export function showPlan(terminal: Terminal, result: ApplyResult): void {
  for (const change of result.changes) if (change.op !== 'same') showChange(terminal, change)
  terminal.print(summaryOf(result))
  const { tasks, receivers } = result.limits
  if (tasks.used > tasks.limit)
    terminal.note(`The account may have ${counted(tasks.limit, 'task')}, and would have ${tasks.used}.`)
  if (receivers.used > receivers.limit)
    terminal.note(`The account may have ${counted(receivers.limit, 'receiver')}, and would have ${receivers.used}.`)
}

import { checkTemplateText, type TemplateKey, templatesOf } from '@knockwire/domain/channels/templates'
import type { SettingInputs } from '@knockwire/domain/channels/settings'
import type { ReceiverDefinition, TaskDefinition } from '@knockwire/domain/definitions/definition'
import type { FieldErrors } from '@knockwire/domain/errors'
import {
  receiverVariables,
  responseVariables,
  taskVariables,
  type TemplateVariable,
} from '@knockwire/domain/templates/variables'
import type { ApiContext, Caller } from '../../../context.ts'

/** What templates are filled with: of a task, of a receiver, and of a receiver's response. */
const variables = { task: taskVariables, receiver: receiverVariables, response: responseVariables } as const
type TemplateUse = keyof typeof variables

/** What is wrong with each text, by its use; null where nothing is. */
export type CheckedTemplates = Readonly<Record<TemplateUse, ReadonlyMap<string, string | null>>>

/** Characters of one job of the sandbox, which are tried out in some milliseconds. */
const mostAtOnce = 16_384

const markup = /\{[{%]/

type SettingOf = { [K in keyof SettingInputs]?: unknown }

const templatesIn = (definition: SettingOf): [TemplateKey, string][] =>
  Object.entries(templatesOf(definition as SettingInputs)) as [TemplateKey, string][]

/** The texts are tried out before a transaction is begun, each once: files repeat them. */
export const checkTemplates = async (
  context: ApiContext,
  caller: Caller,
  definitions: { tasks: readonly TaskDefinition[]; receivers: readonly ReceiverDefinition[] },
): Promise<CheckedTemplates> => {
  const ofTasks = definitions.tasks.flatMap(({ notifications = [] }) => notifications.flatMap(textsOf))
  const ofReceivers = definitions.receivers.flatMap(({ notifications = [] }) => notifications.flatMap(textsOf))
  const ofResponses = definitions.receivers.map(({ responseBody }) => responseBody)
  return {
    task: await tryOut(context, caller, ofTasks, variables.task),
    receiver: await tryOut(context, caller, ofReceivers, variables.receiver),
    response: await tryOut(context, caller, ofResponses, variables.response),
  }
}

const textsOf = (definition: SettingOf) => templatesIn(definition).map(([, text]) => text)

const tryOut = async (
  { sandbox }: ApiContext,
  { accountId }: Caller,
  texts: readonly string[],
  known: readonly TemplateVariable[],
): Promise<Map<string, string | null>> => {
  const results = new Map<string, string | null>()
  for (const templates of batchesOf([...new Set(texts)].filter((text) => markup.test(text)))) {
    const problems = await sandbox.run(accountId, { kind: 'check', templates, variables: known })
    for (const [index, text] of templates.entries())
      results.set(text, problems === null ? 'The template takes too long to render.' : (problems[index] ?? null))
    // Nothing is stored where one takes too long: what follows need not take its time as well.
    if (problems === null) break
  }
  return results
}

const batchesOf = (texts: readonly string[]): string[][] => {
  const batches: string[][] = []
  let length = Infinity
  for (const text of texts) {
    if (length + text.length > mostAtOnce) {
      batches.push([])
      length = 0
    }
    batches.at(-1)?.push(text)
    length += text.length
  }
  return batches
}

/** What is wrong with the templates of a notification's setting, by their fields' keys. */
export const templateErrors = (
  checked: CheckedTemplates,
  use: Exclude<TemplateUse, 'response'>,
  definition: SettingOf,
): FieldErrors => {
  const errors: FieldErrors = {}
  for (const [key, text] of templatesIn(definition)) {
    const error = checkTemplateText(key, text) ?? checked[use].get(text) ?? null
    if (error !== null) errors[key] = error
  }
  return errors
}

import type { SettingInputs } from '@knockwire/domain/channels/settings'
import { checkTemplateText, type TemplateKey, templatesOf } from '@knockwire/domain/channels/templates'
import type { FieldErrors } from '@knockwire/domain/errors'
import type { TemplateVariable } from '@knockwire/domain/templates/variables'
import type { ApiContext, Caller } from '../../context.ts'

/**
 * What is wrong with the templates of a setting, by their fields' keys. They are tried out, which may take its time:
 * done before a transaction is begun.
 */
export const validateTemplates = async (
  { sandbox }: ApiContext,
  { accountId }: Caller,
  input: SettingInputs,
  variables: readonly TemplateVariable[],
): Promise<FieldErrors> => {
  const templates = Object.entries(templatesOf(input)) as [TemplateKey, string][]
  const errors: FieldErrors = {}
  for (const [key, text] of templates) {
    const error = checkTemplateText(key, text)
    if (error !== null) errors[key] = error
  }
  const tried = templates.filter(([key]) => errors[key] === undefined)
  if (tried.length === 0) return errors
  const job = { kind: 'check', templates: tried.map(([, text]) => text), variables } as const
  const problems = await sandbox.run(accountId, job)
  for (const [index, [key]] of tried.entries()) {
    const problem = problems === null ? 'The template takes too long to render.' : problems[index]
    if (problem) errors[key] = problem
  }
  return errors
}

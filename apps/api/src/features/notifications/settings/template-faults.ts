import type { FieldErrors } from '@knockwire/domain/errors'
import { sendsBody } from '@knockwire/domain/requests/request-target'
import type { TemplateVariable } from '@knockwire/domain/templates/variables'
import type { ApiContext, Caller } from '../../../context.ts'
import type { SettingInput } from './read-setting.ts'

/**
 * What is wrong with the templates of a setting, by their fields' keys. They are tried out, which may take its time:
 * done before a transaction is begun.
 */
export const templateFaults = async (
  { sandbox }: ApiContext,
  { accountId }: Caller,
  input: SettingInput,
  variables: readonly TemplateVariable[],
): Promise<FieldErrors> => {
  const templates = Object.entries(templatesOf(input))
  const errors = Object.fromEntries(templates.flatMap(([key, text]) => plainFault(key, text)))
  const tried = templates.filter(([key]) => errors[key] === undefined)
  if (tried.length === 0) return errors
  const job = { kind: 'check', templates: tried.map(([, text]) => text), variables } as const
  const faults = await sandbox.run(accountId, job)
  for (const [index, [key]] of tried.entries()) {
    const fault = faults === null ? 'The template takes too long.' : faults[index]
    if (fault) errors[key] = fault
  }
  return errors
}

const templatesOf = ({ emailSetting, smsSetting, slackSetting, request }: SettingInput): Record<string, string> => ({
  ...(emailSetting && { emailSubject: emailSetting.subject.trim(), emailTemplate: emailSetting.template }),
  ...(smsSetting && { smsTemplate: smsSetting.template }),
  ...(slackSetting && { messageTemplate: slackSetting.messageTemplate }),
  ...(request?.target.body && sendsBody(request.target.method) && { requestBody: request.target.body }),
})

/** A request without a body sends the event itself; every other text must be there. */
const plainFault = (key: string, text: string): [key: string, sentence: string][] => {
  if (key === 'emailSubject' && text === '') return [[key, 'Please enter a subject.']]
  if (key === 'emailSubject' && /[\r\n]/.test(text)) return [[key, 'A subject has one line only.']]
  return text.trim() === '' && key !== 'requestBody' ? [[key, 'Please enter the text to send.']] : []
}

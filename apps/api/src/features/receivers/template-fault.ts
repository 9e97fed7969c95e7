import { answerVariables } from '@knockwire/domain/templates/variables'
import type { Caller } from '../../context.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'

/** Why a template cannot be kept; a text without markup cannot fail. */
export const templateFault = async (
  sandbox: Sandbox,
  { accountId }: Caller,
  template: string,
): Promise<string | null> => {
  if (!/\{[{%]/.test(template)) return null
  const faults = await sandbox.run(accountId, { kind: 'check', templates: [template], variables: answerVariables })
  return faults === null ? 'The template takes too long.' : (faults[0] ?? null)
}

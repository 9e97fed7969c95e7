import type { FieldErrors } from '@knockwire/domain/errors'
import { checkTemplate } from '@knockwire/domain/templates/check-template'
import type { TemplateVariable } from '@knockwire/domain/templates/variables'

/** Of the fields looked at, those with a fault. */
export const faultsOf = (sentences: Record<string, string | null>): FieldErrors =>
  Object.fromEntries(Object.entries(sentences).filter((entry): entry is [string, string] => entry[1] !== null))

/** What is wrong with a template that must not be empty. */
export const templateFault = (text: string, variables: readonly TemplateVariable[]): string | null =>
  text.trim() === '' ? 'Please enter the text to send.' : checkTemplate(text, variables)

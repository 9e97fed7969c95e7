import type { FieldErrors } from '@knockwire/domain/errors'
import type { TemplateVariable } from '@knockwire/domain/templates/variables'

/** What the fields of a channel are given. */
export interface ActionFieldsProps<Form> {
  form: Form
  errors: FieldErrors
  variables: readonly TemplateVariable[]
  onChange: (change: Partial<Form>) => void
}

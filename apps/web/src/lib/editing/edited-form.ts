import type { FieldErrors } from '@knockwire/domain/errors'
import type { MergeField } from './merge.ts'

/**
 * How the settings of something are edited. `Values`: the form, by its sections, whose fields have the names of their errors;
 * `Base`: what is stored, as the API answers it; `Input`: what is sent.
 */
export interface EditedForm<Values extends object, Base, Input> {
  valuesOf: (base: Base) => Values
  /** What is sent: sections that are only read go back as they came. */
  toInput: (base: Base, values: Partial<Values>) => Input
  /** What the domain rejects of it, under the names of the fields. */
  check: (input: Input) => FieldErrors | Promise<FieldErrors>
  /** The fields as a conflict between two saves shows them; they may be loaded first. */
  mergeFields: () => readonly MergeField<Values>[] | Promise<readonly MergeField<Values>[]>
}

/** Whether saving these sections would change anything. */
export function hasChanged<Values extends object, Base>(
  { valuesOf, toInput }: Pick<EditedForm<Values, Base, unknown>, 'valuesOf' | 'toInput'>,
  base: Base,
  values: Partial<Values>,
): boolean {
  const stored = valuesOf(base)
  const untouched = Object.fromEntries(Object.entries(stored).filter(([section]) => section in values))
  return JSON.stringify(toInput(base, values)) !== JSON.stringify(toInput(base, untouched as Partial<Values>))
}

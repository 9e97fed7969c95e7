import type { FieldErrors } from '@knockwire/domain/errors'

/** What is wrong after an edit, of what was wrong before. */
export type CorrectErrors = (errors: FieldErrors) => FieldErrors

/**
 * The fields of a form or of one of its sections, as the component that shows them is given them. An edit clears the errors
 * of its field [ER-02]: those that begin with its name.
 */
export interface FieldGroup<Form extends object> {
  values: Form
  errors: FieldErrors
  /** Takes what was edited. `correct`: for a field whose errors have other names, or several. */
  change(this: void, change: Partial<Form>, correct?: CorrectErrors): void
  /** For the input of a field that has a text, a number or an option. */
  bind<Name extends keyof Form & string>(this: void, name: Name): BoundField<Name, Form[Name]>
  /** For a switch. */
  bindSwitch(
    this: void,
    name: keyof Form & string,
  ): { name: string; checked: boolean; onChange: (isOn: boolean) => void }
}

interface BoundField<Name, Value> {
  name: Name
  value: Value
  error: string | undefined
  /** Fields of the browser pass an event, others the value itself. */
  onChange: (value: Value | InputEvent) => void
}

interface InputEvent {
  currentTarget: { value: string }
}

/** Without the errors of these names. */
export const withoutErrors = (errors: FieldErrors, names: readonly string[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)))

/** The field that an error is about: `requestUrl`, or the longest whose name the error's begins with, as `rows` of `rows.0`. */
export const fieldOf = (error: string, form: object): string | undefined =>
  Object.keys(form)
    .filter((field) => error.startsWith(field) && /^(?:[A-Z.]|$)/.test(error.slice(field.length)))
    .toSorted((a, b) => b.length - a.length)[0]

const isEvent = (value: unknown): value is InputEvent =>
  typeof value === 'object' && value !== null && 'currentTarget' in value

interface GroupOptions<Form extends object> {
  values: Form
  errors: FieldErrors
  apply: (change: Partial<Form>, correct: CorrectErrors) => void
}

export function fieldGroup<Form extends object>({ values, errors, apply }: GroupOptions<Form>): FieldGroup<Form> {
  const change: FieldGroup<Form>['change'] = (changed, correct) =>
    apply(
      changed,
      correct ??
        ((current) =>
          withoutErrors(
            current,
            Object.keys(current).filter((error) => (fieldOf(error, values) ?? '') in changed),
          )),
    )
  return {
    values,
    errors,
    change,
    bind: (name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value) => change({ [name]: isEvent(value) ? value.currentTarget.value : value } as Partial<Form>),
    }),
    bindSwitch: (name) => ({
      name,
      checked: values[name] === true,
      onChange: (isOn) => change({ [name]: isOn } as Partial<Form>),
    }),
  }
}

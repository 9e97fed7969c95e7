/** A field of a form, or several that are kept or taken together, as a conflict shows it. */
export interface MergeField<Form> {
  key: string
  label: string
  /** What is compared. */
  read(this: void, form: Form): unknown
  /** How the value reads; empty for one that is not set. */
  text(this: void, form: Form): string
  /** `into` with this field of `from`. */
  copy(this: void, from: Form, into: Form): Form
}

/** A form as editing started, as it is typed, and as it is stored by now. */
export interface Versions<Form> {
  base: Form
  mine: Form
  theirs: Form
}

export interface Difference {
  key: string
  label: string
  mine: string
  theirs: string
  /** Whether it was changed here as well; otherwise only elsewhere. */
  isMine: boolean
}

export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>

export const plainField = <Form, K extends keyof Form & string>(
  key: K,
  label: string,
  text: (value: Form[K]) => string = String,
): MergeField<Form> => ({
  key,
  label,
  read: (form) => form[key],
  text: (form) => text(form[key]),
  copy: (from, into) => ({ ...into, [key]: from[key] }),
})

/** A field of one section, as a field of the whole form. */
export const inSection =
  <Form, S extends keyof Form>(section: S) =>
  ({ key, label, read, text, copy }: MergeField<Form[S]>): MergeField<Form> => ({
    key,
    label,
    read: (form) => read(form[section]),
    text: (form) => text(form[section]),
    copy: (from, into) => ({ ...into, [section]: copy(from[section], into[section]) }),
  })

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What was changed elsewhere and reads otherwise here. What was only changed here is kept without a dialog. */
export const differencesOf = <Form>(
  fields: readonly MergeField<Form>[],
  { base, mine, theirs }: Versions<Form>,
): Difference[] =>
  fields
    .filter(({ read }) => !isSame(read(theirs), read(base)) && !isSame(read(theirs), read(mine)))
    .map(({ key, label, read, text }) => ({
      key,
      label,
      mine: text(mine),
      theirs: text(theirs),
      isMine: !isSame(read(mine), read(base)),
    }))

/** What was only changed elsewhere is taken, what was typed here is kept, until somebody chooses otherwise. */
export const defaultChoices = (differences: readonly Difference[]): Choices =>
  Object.fromEntries(differences.map(({ key, isMine }) => [key, isMine ? 'mine' : 'theirs']))

export const merge = <Form>(
  fields: readonly MergeField<Form>[],
  { mine, theirs }: Versions<Form>,
  choices: Choices,
): Form =>
  fields.filter(({ key }) => choices[key] === 'theirs').reduce((merged, { copy }) => copy(theirs, merged), mine)

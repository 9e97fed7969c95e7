import { formFields } from '../../../bodies/form-fields.ts'
import { textOf } from '../../json-value.ts'
import { type BodyParser, resolved, unresolved } from '../source.ts'

/** The fields of a form-encoded body; null where it is of another type. */
type ParsedForm = Readonly<Record<string, string>> | null

const formType = 'application/x-www-form-urlencoded'

/** What the sender's encoding was is known no more: the body is text by now. */
const parseForm = (body: string, contentType: string | undefined): ParsedForm =>
  contentType?.trim().toLowerCase().startsWith(formType) ? formFields(new TextEncoder().encode(body), formType) : null

export const formParser: BodyParser<ParsedForm> = {
  checkProperty: (property) => (property.trim() === '' ? 'Enter the name of a field.' : null),
  parse: parseForm,
  select: (fields, property) => {
    if (fields === null) return unresolved('The body is not form-encoded.')
    const name = property.trim()
    return resolved(Object.hasOwn(fields, name) ? (fields[name] ?? null) : null)
  },
  contentType: formType,
  exampleBody: (given) =>
    new URLSearchParams(
      given.flatMap(({ property, value }) => (value === null ? [] : [[property, textOf(value)] as [string, string]])),
    ).toString(),
}

import { isSecretHeader } from '@knockwire/domain/headers/secret-headers'
import { accountKey } from '../session/page-account.ts'
import { readSession, writeSession } from '../session/storage.ts'

interface Form {
  /** What is typed; undefined while nothing is. */
  current: () => unknown
  /** What is stored already: its secrets come back without being typed again. */
  stored: () => unknown
}

/** The forms of this page, each by its name. */
const forms = new Map<string, Form>()

/** What was left to forms that are shown next in the same page: all of it, for as long as the page is open. */
const left = new Map<string, unknown>()

const key = () => accountKey('typed-text')

interface Kept {
  typed: unknown
  /** Whether something was left out that is not stored. */
  hadSecrets: boolean
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const readAll = (): Record<string, Kept> =>
  readSession(key(), (stored) => (isObject(stored) ? (stored as Record<string, Kept>) : undefined)) ?? {}

/** The form of the settings of what is stored. */
export const editorName = (kind: string, id: string): string => `${kind}.${id}`

/** The dialog of an owner's notifications. */
export const notificationName = (ownerId: string): string => `notification.${ownerId}`

/** The form of a draft. That of a task has the name under which versions before left what is typed in it. */
export const draftName = (kind: string, id: string): string => (kind === 'task' ? `draft.${id}` : `${kind}-draft.${id}`)

/** What was left to a form, or typed in it before the page was reloaded, until the form has taken it. */
export const typedBefore = (name: string): unknown => (left.has(name) ? left.get(name) : readAll()[name]?.typed)

/** Keeps what is typed in the form; returns what ends that. */
export function registerForm(name: string, current: Form['current'], stored: Form['stored']): () => void {
  forms.set(name, { current, stored })
  return () => void forms.delete(name)
}

/** Called once the form shows it: a form that does not load again leaves it for the next time. */
export function takeTyped(name: string): Kept | undefined {
  const { [name]: kept, ...others } = readAll()
  if (kept !== undefined) writeSession(key(), others)
  if (!left.has(name)) return kept
  const typed = left.get(name)
  left.delete(name)
  return { typed, hadSecrets: false }
}

const keptOf = (typed: unknown, stored: unknown): Kept => {
  const known = new Set<string>()
  withoutSecrets(stored, (secret) => known.add(secret))
  let hadSecrets = false
  const withoutThem = withoutSecrets(typed, (secret) => {
    hadSecrets ||= !known.has(secret)
  })
  return { typed: withoutThem, hadSecrets }
}

/** Leaves what was typed to the form of that name, which is about to be shown. A reload before that loses secrets alone. */
export function leaveTyped(name: string, typed: unknown, stored: unknown): void {
  left.set(name, typed)
  writeSession(key(), { ...readAll(), [name]: keptOf(typed, stored) })
}

/** As the page ends. */
export const forgetLeft = (): void => left.clear()

/** Leaves what is typed in this form of the page to the one of the same name on the page that is shown next. */
export function leaveForm(name: string): void {
  const form = forms.get(name)
  const typed = form?.current()
  if (form !== undefined && typed !== undefined) leaveTyped(name, typed, form.stored())
}

let isReloading = false

/** Whether the page is being reloaded with what was typed: then nothing is lost. */
export const isReloadingWithText = (): boolean => isReloading

/** Reloads the page, with what is typed in its forms. Where the browser stores nothing, it asks first as always. */
export function reloadWithTypedText(): void {
  const kept = readAll()
  for (const [name, { current, stored }] of forms) {
    const typed = current()
    if (typed !== undefined) kept[name] = keptOf(typed, stored())
  }
  isReloading = writeSession(key(), kept)
  window.location.reload()
}

/** The name of a header that is a row of a form or a pair of a list, with its value; undefined for anything else. */
export function headerOf(value: unknown): { name: string; value: string } | undefined {
  const [name, text] = Array.isArray(value) ? value : isObject(value) ? [value['name'], value['value']] : []
  return typeof name === 'string' && typeof text === 'string' ? { name, value: text } : undefined
}

export const withValue = (header: unknown, value: string): unknown =>
  Array.isArray(header) ? [header[0], value] : { ...(header as object), value }

/** Passwords become null, as where none was typed; secret headers keep their names. `onSecret`: with the name and value of each. */
export function withoutSecrets(value: unknown, onSecret: (secret: string) => void): unknown {
  const header = headerOf(value)
  if (header !== undefined && isSecretHeader(header.name) && header.value !== '') {
    onSecret(`${header.name.toLowerCase()}: ${header.value}`)
    return withValue(value, '')
  }
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, onSecret))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => {
      if (typeof one !== 'string' || one === '' || !/password|secret|token/i.test(field))
        return [field, withoutSecrets(one, onSecret)]
      onSecret(`${field}: ${one}`)
      return [field, null]
    }),
  )
}

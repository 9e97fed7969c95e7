import { isSecretHeader } from '@knockwire/domain/headers/secret-headers'
import { useEffect, useRef, useState } from 'react'
import { snackbar } from '../browser/snackbar.ts'
import { headerOf, isObject, registerForm, takeTyped, typedBefore, withValue } from './typed-text.ts'

/**
 * Keeps what is typed in a form where the page has to be reloaded to go on, and returns what was typed in it before that.
 * `current` returns undefined while nothing is typed, and `stored` what is stored, whose secrets are not asked for again.
 */
export function useTypedText<T>(
  name: string | undefined,
  current: () => T | undefined,
  stored: () => unknown,
): T | undefined {
  const [before] = useState(() => (name === undefined ? undefined : (typedBefore(name) as T | undefined)))
  const latest = useRef({ current, stored })
  useEffect(() => {
    latest.current = { current, stored }
  })
  useEffect(() => {
    if (name === undefined) return
    return keepTyped(
      name,
      () => latest.current.current(),
      () => latest.current.stored(),
    )
  }, [name])
  return before
}

/** The same for what is no component: returns what ends it. What was typed before is to be read first. */
export function keepTyped(name: string, current: () => unknown, stored: () => unknown): () => void {
  const kept = takeTyped(name)
  if (kept !== undefined)
    snackbar.info(kept.hadSecrets ? `${isBack} Enter passwords and secret headers again.` : isBack)
  return registerForm(name, current, stored)
}

const isBack = 'What you typed is back.'

/** A form's values with what was typed before: another build of the page may have typed it, whose form had other fields. */
export function withTyped<T>(initial: T, typed: unknown): T
export function withTyped(initial: unknown, typed: unknown): unknown {
  if (typed === undefined || Array.isArray(initial) !== Array.isArray(typed)) return initial
  if (Array.isArray(initial) && Array.isArray(typed)) return typed.map((one) => withSecretOf(one, initial))
  if (isObject(initial) && isObject(typed))
    return Object.fromEntries(
      Object.entries(initial).map(([field, value]) => [field, withTyped<unknown>(value, typed[field])]),
    )
  return isObject(initial) && typed !== null ? initial : typed
}

/** A secret header that was left out, as it is stored. */
function withSecretOf(typed: unknown, stored: readonly unknown[]): unknown {
  const header = headerOf(typed)
  if (header === undefined || header.value !== '' || !isSecretHeader(header.name)) return typed
  const same = stored.map(headerOf).find((other) => other?.name.toLowerCase() === header.name.toLowerCase())
  return same === undefined ? typed : withValue(typed, same.value)
}

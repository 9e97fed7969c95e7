import type { FieldErrors } from '@knockwire/domain/errors'
import { useRef, useState } from 'react'

export const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/**
 * The values of a form whose fields are named as they are, and what is wrong with them. All forms of the product stand on it: what
 * `@mantine/form` has beyond it, six times as much code, none of them uses.
 */
export function useFormValues<Values extends object>(
  initialValues: Values,
  errorsIn: (values: Values) => FieldErrors,
  initialErrors: FieldErrors = {},
) {
  const [values, setValues] = useState(initialValues)
  const [errors, setErrors] = useState<FieldErrors>(initialErrors)
  /** What is shown may be a moment older. */
  const latest = useRef(initialValues)
  const started = useRef(initialValues)

  const show = (changed: Values) => {
    latest.current = changed
    setValues(changed)
  }
  const setError = (name: string, message: string | undefined) =>
    setErrors(({ [name]: _before, ...others }) => (message === undefined ? others : { ...others, [name]: message }))

  return {
    values,
    errors,
    latest: () => latest.current,
    /** Those that are left out stay. */
    setValues: (changed: Partial<Values>): void => show({ ...latest.current, ...changed }),
    setError,
    setErrors,
    /** What the schema rejects, which is shown. */
    validate: (): FieldErrors => {
      const found = errorsIn(latest.current)
      setErrors(found)
      return found
    },
    validateField: (name: string): void => setError(name, errorsIn(latest.current)[name]),
    isDirty: (): boolean => !isSame(latest.current, started.current),
    /** What was saved counts as what was started with: what was typed meanwhile is still to be saved. */
    resetDirty: (saved: Values): void => {
      started.current = saved
    },
    reset: (): void => {
      show(started.current)
      setErrors({})
    },
    /** For the input of a field; an edit takes its error away [ER-02]. */
    getInputProps: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      error: errors[name],
      'data-path': name,
      onChange: (change: unknown): void => {
        show({ ...latest.current, [name]: valueOf(change) })
        setError(name, undefined)
      },
    }),
  }
}

/** Fields of the browser pass an event, others the value itself. */
const valueOf = (change: unknown): unknown =>
  isEvent(change) && change.currentTarget instanceof Element ? change.currentTarget.value : change

const isEvent = (change: unknown): change is { currentTarget: HTMLInputElement } =>
  typeof change === 'object' && change !== null && 'currentTarget' in change

/** The field of that name on the page. */
export const fieldNode = (name: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-path="${CSS.escape(name)}"]`)

import type { FieldErrors } from '@knockwire/domain/errors'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { fieldErrorsIn, messageOf } from '../api/api-error.ts'
import { useCall } from '../api/use-call.ts'
import { errorsBySchema, validateOnBlur } from './errors.ts'
import { fieldNode, useFormValues } from './use-form-values.ts'

type LoadSchema = () => Promise<z.ZodType>

/** How long a submission waits for its schema before it goes to the server unchecked. */
const schemaTimeoutMs = 3_000

interface CallFormOptions<Values, Result> {
  initialValues: Values
  /** Loads the domain's schema of what is sent, with the first input; absent where only the server checks. */
  schema?: LoadSchema
  /** What is checked and sent, where that is not the very values. */
  toInput?: (values: Values) => unknown
  call: (values: Values) => Promise<Result>
  onSuccess?: (result: Result, values: Values) => unknown
  /** The form stays after its call, with what was typed meanwhile, which is still to be saved. */
  staysOpen?: boolean
  /** The field beside which a rejection stands that is about no field, and the server's name of that field. */
  only?: { field: keyof Values & string; serverName: string }
}

/**
 * A form of one call: checked by the domain's schema when a field is left and before it is sent; what the server rejects
 * stands beside its field, the first of which takes the focus. Most forms go with their success, as that of a dialog does: what is
 * typed while the call is in flight would go with them, so nothing can be.
 */
export function useCallForm<Values extends Record<string, unknown>, Result>(options: CallFormOptions<Values, Result>) {
  const { initialValues, schema, toInput = (values) => values, call, onSuccess, staysOpen = false, only } = options
  const rules = useRules(schema)
  const [isLoadingRules, setIsLoadingRules] = useState(false)
  const form = useFormValues(initialValues, (values) => rules.errorsIn(toInput(values)))
  const send = useCall({
    call,
    onSuccess: (result, values) => {
      if (staysOpen) form.resetDirty(values)
      return onSuccess?.(result, values)
    },
    onError: (error) => {
      const errors = only
        ? { [only.field]: fieldErrorsIn(error)?.[only.serverName] ?? messageOf(error) }
        : fieldErrorsIn(error)
      if (errors === null) return
      form.setErrors(errors)
      focusFirst(errors)
    },
  })
  const isLocked = send.isPending && !staysOpen
  const isPending = send.isPending || isLoadingRules
  const rememberSubmitter = useFocusAfterRejection(send.error)
  /** For the input of a field; an edit takes its error away [ER-02]. */
  const getInputProps: typeof form.getInputProps = (name) => {
    const { onChange, ...props } = form.getInputProps(name)
    const change = (changed: unknown) => {
      if (staysOpen || !send.isInFlight()) onChange(changed)
    }
    return { ...props, ...(isLocked && { readOnly: true }), onChange: change }
  }
  const submit = async () => {
    if (isLoadingRules) return
    if (!rules.areLoaded()) {
      setIsLoadingRules(true)
      await Promise.race([rules.load(), new Promise((resolve) => setTimeout(resolve, schemaTimeoutMs))])
      setIsLoadingRules(false)
    }
    const errors = form.validate()
    if (Object.keys(errors).length > 0) focusFirst(errors)
    else send.start(form.latest())
  }
  return {
    form: { ...form, getInputProps },
    /** A submission whose schema is still being loaded counts as pending. */
    send: { ...send, isPending },
    /** Why the call was rejected, where that is about no field. */
    problem: send.isError && !only && fieldErrorsIn(send.error) === null ? messageOf(send.error) : null,
    /** For the form's element. */
    formProps: {
      noValidate: true,
      'aria-busy': isPending,
      onBlur: validateOnBlur(form),
      onInput: () => void rules.load(),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        rememberSubmitter()
        void submit()
      },
    },
  }
}

/** Gives the focus back to the button that was pressed, which loses it while it is disabled. Returns what is to be called with the press. */
function useFocusAfterRejection(error: unknown) {
  const submitter = useRef<Element | null>(null)
  useEffect(() => {
    if (error === undefined || document.activeElement !== document.body) return
    if (submitter.current instanceof HTMLElement) submitter.current.focus()
  }, [error])
  return () => {
    submitter.current = document.activeElement
  }
}

/** A form's schema, which may still have to be loaded. Where it cannot be, the server checks alone. */
function useRules(schema: LoadSchema | undefined) {
  const loaded = useRef<z.ZodType>(undefined)
  return {
    areLoaded: () => schema === undefined || loaded.current !== undefined,
    load: async () => {
      if (schema !== undefined) loaded.current ??= await schema().catch(() => undefined)
    },
    errorsIn: (input: unknown): FieldErrors => {
      return loaded.current === undefined ? {} : errorsBySchema(loaded.current, input)
    },
  }
}

const byDocumentOrder = (a: Node, b: Node): number =>
  a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1

function focusFirst(errors: FieldErrors): void {
  const fields = Object.keys(errors).flatMap((name) => fieldNode(name) ?? [])
  // As they stand on the page: errors may come in any order.
  fields.toSorted(byDocumentOrder)[0]?.focus()
}

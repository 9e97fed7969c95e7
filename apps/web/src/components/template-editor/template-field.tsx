import type { TemplateVariable } from '@knockwire/domain/templates/variables'
import { Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { insertText, InsertVariableMenu, variableTag } from './insert-variable-menu.tsx'
import classes from './template-editor.module.css'

/** Longer than between two keystrokes: a half-typed template is not checked. */
const restMs = 800

/** The error that saving a template would give, once typing pauses. What was there before is not looked at. */
function useTemplateError(text: string, variables: readonly TemplateVariable[]): string | null {
  const [first] = useState(text)
  const [rested] = useDebouncedValue(text, restMs)
  const [templateError, setTemplateError] = useState<string | null>(null)
  useEffect(() => {
    let isOutdated = false
    const check = async () => {
      const found = rested === first ? null : await findProblem(rested, variables)
      if (!isOutdated) setTemplateError(found)
    }
    void check()
    return () => {
      isOutdated = true
    }
  }, [first, rested, variables])
  return templateError
}

/** The template engine is loaded only where a template is edited; without it, saving reports the error. */
async function findProblem(text: string, variables: readonly TemplateVariable[]): Promise<string | null> {
  try {
    const { checkTemplate } = await import('@knockwire/domain/templates/check-template')
    return checkTemplate(text, variables)
  } catch {
    return null
  }
}

interface TemplateFieldProps {
  label: string
  name: string
  value: string
  /** Why saving was rejected; while it is typed, the field checks it on its own. */
  error: string | undefined
  variables: readonly TemplateVariable[]
  onChange: (text: string) => void
  description?: string
  maxLength?: number
  /** One line, such as a subject. */
  isOneLine?: boolean
  minRows?: number
}

/** A Liquid template, with a menu that inserts variables where the caret stands. */
export function TemplateField(props: TemplateFieldProps) {
  const { label, name, value, error, variables, onChange, description, isOneLine = false, minRows = 6 } = props
  const inputId = useId()
  const templateError = useTemplateError(value, variables)
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)

  const insert = (variable: TemplateVariable) => {
    const end = value.length
    const selection = { start: field.current?.selectionStart ?? end, end: field.current?.selectionEnd ?? end }
    const inserted = insertText(value, selection, variableTag(variable))
    flushSync(() => onChange(inserted.text))
    // After the menu, which holds the focus until it has closed.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(inserted.caret, inserted.caret)
    })
  }

  const shared = {
    ref: field,
    id: inputId,
    name,
    value,
    error: error ?? templateError,
    description,
    inputWrapperOrder: ['input', 'description', 'error'] as ('input' | 'description' | 'error')[],
    spellCheck: false,
    autoComplete: 'off',
    classNames: { input: classes.template ?? '' },
    ...(props.maxLength === undefined ? {} : { maxLength: props.maxLength }),
  }
  return (
    <div>
      <div className={classes.head}>
        <label htmlFor={inputId} className={classes.label}>
          {label}
        </label>
        <InsertVariableMenu variables={variables} fieldLabel={label} onInsert={insert} />
      </div>
      {isOneLine ? (
        <TextInput {...shared} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      ) : (
        <Textarea
          {...shared}
          autosize
          minRows={minRows}
          maxRows={20}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </div>
  )
}

import { Button, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState, type ClipboardEvent } from 'react'
import { isCurlCommand } from '@knockwire/domain/requests/curl/is-curl-command'
import { withScheme } from '@knockwire/domain/requests/with-scheme'
import { beginIn } from '../../lib/browser/focus.ts'
import type { FieldGroup } from '../../lib/forms/field-group.ts'
import { prefetchWhenIdle } from '../../lib/navigation/prefetch-when-idle.ts'
import classes from './request-editor.module.css'
import { beforeCurl, type OfCurl, ofCurl, type RequestForm } from './request-form.ts'

interface UrlFieldProps {
  fields: FieldGroup<RequestForm>
  /** Whether typing begins here: what it starts with is selected, so that a pasted URL replaces it. */
  isStart?: boolean
}

interface Filled {
  before: OfCurl
  skippedOptions: string[]
}

/** Once it has the focus, so that it is there once a command is pasted. */
const loadParser = () => import('@knockwire/domain/requests/curl/parse-curl')

/** Takes a URL, or a whole `curl` command, which fills the form. */
export function UrlField({ fields, isStart = false }: UrlFieldProps) {
  const { values: form, change } = fields
  const bound = fields.bind('requestUrl')
  const [filled, setFilled] = useState<Filled | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const begin = useEffectEvent(() => {
    if (isStart) beginIn(field.current)
  })
  useEffect(() => begin(), [])

  const fillFrom = async (text: string) => {
    const { parseCurl } = await loadParser()
    const curl = parseCurl(text)
    if (curl === null) return
    setFilled({ before: beforeCurl(form), skippedOptions: curl.skippedOptions })
    // Other fields may have been typed in while the parser was loaded.
    change(ofCurl(curl))
  }

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    const isCurl = isCurlCommand(text)
    if (!isCurl && !replacesScheme(form.requestUrl, text)) return
    event.preventDefault()
    change({ requestUrl: text.trim() })
    // What cannot be read, or loaded, stays in the field as it is.
    if (isCurl) fillFrom(text).catch(() => {})
  }

  return (
    <div>
      <TextInput
        ref={field}
        label="URL"
        {...bound}
        description={bound.error === undefined && 'Tip: paste a curl command to fill in the form.'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        classNames={{ input: classes.mono ?? '' }}
        onFocus={() => prefetchWhenIdle(loadParser)}
        onPaste={paste}
        onBlur={() => {
          if (isCurlCommand(form.requestUrl)) return void fillFrom(form.requestUrl).catch(() => {})
          const requestUrl = withScheme(form.requestUrl)
          if (requestUrl !== form.requestUrl) change({ requestUrl })
        }}
        onChange={({ currentTarget }) => {
          setFilled(null)
          change({ requestUrl: withOneScheme(currentTarget.value) })
        }}
      />
      <div role="status" className={classes.filled}>
        {filled && <FilledNote {...filled} onUndo={() => (setFilled(null), change(filled.before))} />}
      </div>
    </div>
  )
}

/** Over the scheme that the field starts with, a pasted URL would otherwise be written twice. */
const replacesScheme = (current: string, pasted: string) =>
  /^https?:\/\/$/.test(current.trim()) && /^https?:\/\//i.test(pasted.trim())

/** A whole URL typed behind the scheme that the field starts with brings its own. */
const withOneScheme = (text: string) => text.replace(/^https?:\/\/(?=https?:\/\/)/i, '')

function FilledNote({ skippedOptions, onUndo }: Filled & { onUndo: () => void }) {
  return (
    <>
      <span>
        Filled in from the curl command.
        {skippedOptions.length > 0 && (
          <>
            {' '}
            Left out: <code>{skippedOptions.join(' ')}</code>
          </>
        )}
      </span>
      <Button variant="subtle" size="compact-sm" onClick={onUndo}>
        Undo
      </Button>
    </>
  )
}

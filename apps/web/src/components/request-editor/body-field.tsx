import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import classes from './request-editor.module.css'

const token = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s"{}[\],:]+/g

/** The text laid out with two spaces a level; null where it is no JSON. Only white space changes, so large numbers stay exact. */
export function formatJson(text: string): string | null {
  if (!isJson(text)) return null
  let depth = 0
  let before = ''
  let laidOut = ''
  for (const [part] of text.matchAll(token)) {
    const opens = before === '{' || before === '['
    const closes = part === '}' || part === ']'
    if (opens && !closes) depth += 1
    if (closes && !opens) depth -= 1
    if (opens !== closes || before === ',') laidOut += `\n${'  '.repeat(depth)}`
    laidOut += part === ':' ? ': ' : part
    before = part
  }
  return laidOut
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

interface BodyFieldProps {
  body: string
  error: string | undefined
  onChange: (body: string) => void
}

export function BodyField({ body, error, onChange }: BodyFieldProps) {
  const [isNoJson, setIsNoJson] = useState(false)
  const format = () => {
    const formatted = formatJson(body)
    setIsNoJson(formatted === null)
    if (formatted !== null && formatted !== body) onChange(formatted)
  }
  return (
    <div>
      <Textarea
        label="Body"
        name="requestBody"
        autosize
        minRows={4}
        maxRows={20}
        spellCheck={false}
        classNames={{ input: classes.mono ?? '' }}
        value={body}
        error={error}
        onChange={({ currentTarget }) => {
          setIsNoJson(false)
          onChange(currentTarget.value)
        }}
      />
      <div className={classes.below}>
        <Button variant="default" disabled={body.trim() === ''} onClick={format}>
          Format JSON
        </Button>
        <span role="status">{isNoJson && 'This body is not valid JSON. It was not changed.'}</span>
      </div>
    </div>
  )
}

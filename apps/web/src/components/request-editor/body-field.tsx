import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatJson } from './format-json.ts'
import classes from './request-editor.module.css'

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
        <span role="status">{isNoJson && 'This body is not valid JSON, so it stays as it is.'}</span>
      </div>
    </div>
  )
}

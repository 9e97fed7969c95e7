import type { z } from 'zod'

type Json = z.core.util.JSONType

const marked = /\{[{%]/

/**
 * The template that writes this JSON, whatever its placeholders stand for: `"{{ response.code }}"` writes the number that the code
 * is, and a text with placeholders among other characters is put together first and written as JSON then.
 */
export function compileJsonTemplate(value: Json): string {
  const captures: string[] = []
  const written = writeValue(value, captures)
  return captures.join('') + written
}

const writeValue = (value: Json, captures: string[]): string => {
  if (typeof value === 'string') return writeText(value, captures)
  if (Array.isArray(value)) return `[${value.map((each) => writeValue(each, captures)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(
    ([name, each]) => `${writeText(name, captures)}:${writeValue(each, captures)}`,
  )
  // Two braces would begin a placeholder.
  return `{ ${fields.join(',')} }`
}

/** What stands between the braces where the text is one placeholder and nothing else; null for any other text. */
const expressionOf = (text: string): string | null => {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{{') || !trimmed.endsWith('}}')) return null
  const inner = trimmed.slice(2, -2)
  // Braces in a string of the expression are put together as any other text is.
  if (marked.test(inner) || inner.includes('}}') || inner.includes('%}')) return null
  return inner.replace(/^-/, '').replace(/-$/, '').trim()
}

const writeText = (text: string, captures: string[]): string => {
  if (!marked.test(text)) return JSON.stringify(text)
  const expression = expressionOf(text)
  if (expression !== null) return `{{ ${expression} | json }}`
  const name = `text${captures.length + 1}`
  captures.push(`{% capture ${name} %}${text}{% endcapture %}`)
  return `{{ ${name} | json }}`
}

export type ParsedBody =
  | { kind: 'empty' }
  | { kind: 'json'; value: unknown }
  | { kind: 'html'; document: Document }
  | { kind: 'text' }

/** A tree of more than this, in characters, would freeze the page; such a body opens as text. */
const treeLimit = 512 * 1024

const looksLikeHtml = (body: string) => /^\s*(<!doctype html|<html|<head|<body)/i.test(body)

const parseJson = (body: string): ParsedBody => {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? { kind: 'json', value } : { kind: 'text' }
  } catch {
    return { kind: 'text' }
  }
}

/** What a body can be shown as. A document parsed this way is inert: no script runs, nothing is loaded. */
export const parseBody = (body: string, contentType: string): ParsedBody => {
  if (body === '') return { kind: 'empty' }
  if (body.length > treeLimit) return { kind: 'text' }
  if (/html/i.test(contentType) || looksLikeHtml(body)) {
    return { kind: 'html', document: new DOMParser().parseFromString(body, 'text/html') }
  }
  const parsed = parseJson(body)
  return parsed.kind === 'text' && /x-www-form-urlencoded/i.test(contentType) ? parseForm(body) : parsed
}

/** A form's fields by their names. Programs call JSON a form now and then, hence it is tried after that. */
const parseForm = (body: string): ParsedBody => {
  if (!body.includes('=')) return { kind: 'text' }
  const fields = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(body)) {
    const known = fields.get(name)
    fields.set(name, known === undefined ? value : [known, value].flat())
  }
  return { kind: 'json', value: Object.fromEntries(fields) }
}

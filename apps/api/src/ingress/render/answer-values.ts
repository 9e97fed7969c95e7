import { decodeBody } from '@knockwire/domain/executions/body-text'
import { headerPairs } from '@knockwire/domain/headers/header-pairs'
import { type AnswerTemplateValues, headerVariables } from '@knockwire/domain/templates/variables'
import type { IncomingRequest } from '../received-request.ts'

const queryOf = (url: string) => {
  const start = url.indexOf('?')
  return joined(new URLSearchParams(start < 0 ? '' : url.slice(start + 1)))
}

/** Several parameters of one name are joined as headers are; names keep their case. */
const joined = (pairs: Iterable<[string, string]>): Record<string, string> => {
  const byName = new Map<string, string>()
  for (const [name, value] of pairs) {
    const known = byName.get(name)
    byName.set(name, known === undefined ? value : `${known}, ${value}`)
  }
  return Object.fromEntries(byName)
}

/** What the variables of an answer stand for. A binary body is no text, and left out. */
export const answerValues = ({ method, headers, url, body }: IncomingRequest): AnswerTemplateValues => {
  const named = headerVariables(headerPairs(headers))
  return {
    request: { method, headers: named, query: queryOf(url), body: decodeBody(body, named['content-type']) ?? '' },
  }
}

import type { AnswerHeaders } from '../exchange/answer-reader.ts'

/** One value a name; several are joined with ", ". */
export const joinedHeaders = (headers: AnswerHeaders): Record<string, string> => {
  const joined: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const text = typeof value === 'string' ? value : value.join(', ')
    // A header may be called __proto__, which is a name like any other here.
    Object.defineProperty(joined, name, { value: text, enumerable: true, writable: true, configurable: true })
  }
  return joined
}

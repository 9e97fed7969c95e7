import { startTarget } from './target.ts'

export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** A provider that answers as the test says, or not at all. */
export const startAnsweringServer = async () => {
  const target = await startTarget()
  let answer: Answer | 'silence' = { status: 200 }
  let first: Answer[] = []
  target.on('*', ({ response }) => {
    const next = first.shift() ?? answer
    if (next === 'silence') return
    response.writeHead(next.status, next.headers).end(next.body)
  })
  return {
    origin: target.origin,
    calls: target.calls,
    /** From now on; `before`: these come first, each once. */
    answer: (next: Answer | 'silence', before: Answer[] = []) => {
      answer = next
      first = before
    },
    close: target.close,
  }
}

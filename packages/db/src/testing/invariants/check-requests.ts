import type { FaultRecord, Violation } from './record.ts'

/** Every acknowledged request is there exactly once and as it was sent, a refused one not at all, another at most once. */
export const checkRequests = ({ sent, requests }: FaultRecord): Violation[] => {
  const recorded = Map.groupBy(requests, ({ key }) => key)
  const known = new Set(sent.map(({ key }) => key))
  const violations: Violation[] = []
  for (const { key, outcome } of sent) {
    const found = recorded.get(key) ?? []
    if (outcome === 'acknowledged' && found.length === 0) violations.push({ kind: 'lost-request', detail: key })
    if (outcome === 'refused' && found.length > 0) violations.push({ kind: 'refused-and-recorded', detail: key })
    if (found.length > 1) violations.push({ kind: 'duplicate-request', detail: `${key}: ${found.length}` })
    if (found.some(({ body }) => body !== key)) violations.push({ kind: 'changed-request', detail: key })
  }
  for (const key of recorded.keys()) if (!known.has(key)) violations.push({ kind: 'unsent-request', detail: key })
  return violations
}

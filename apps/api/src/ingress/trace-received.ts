import type { Tracing } from '@knockwire/services/tracing/tracing'
import type { ReceivedRequest } from './received-request.ts'

/** Called when a request has been committed, which took so long. */
export type OnRecorded = (received: ReceivedRequest, commitMs: number) => void

/** Traces the requests that receivers took. Their paths are secrets, so that the route stands for them. */
export const createReceivedTraces =
  (tracing: Tracing, now: () => number): OnRecorded =>
  ({ id: subjectId, receivedAtMs, method, answer, receiver }, commitMs) => {
    const endMs = now()
    const ids = {
      'knockwire.received_request.id': subjectId,
      'knockwire.receiver.id': receiver.id,
      'knockwire.account.id': receiver.accountId,
    }
    tracing.record({ subjectId, name: 'record request', startMs: endMs - commitMs, endMs, attributes: ids })
    tracing.record({
      subjectId,
      name: `${method} /r/:token`,
      isRoot: true,
      kind: 'SERVER',
      startMs: receivedAtMs,
      endMs,
      attributes: {
        ...ids,
        'http.request.method': method,
        'http.route': '/r/:token',
        'http.response.status_code': answer.code,
      },
    })
  }

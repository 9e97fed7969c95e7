import { delivered, failed, rejectedForNow, retry, type SendOutcome } from './channel.ts'

/** What an HTTP answer means for a message: 408, 425, 429 and 5xx may pass, everything else but 2xx will not. */
export const outcomeOfStatus = (
  statusCode: number,
  { who, retryAfter, nowMs }: { who: string; retryAfter: string | null; nowMs: number },
): SendOutcome => {
  if (statusCode >= 200 && statusCode < 300) return delivered()
  const reason = `${who} responded with ${statusCode}.`
  return isTransient(statusCode)
    ? transientFailure(statusCode, reason, readRetryAfter(retryAfter, nowMs))
    : failed(reason)
}

/** A 5xx may come from between the provider, which has it, and us. */
export const transientFailure = (statusCode: number, reason: string, retryAfterSeconds?: number | null): SendOutcome =>
  (statusCode < 500 ? rejectedForNow : retry)(reason, retryAfterSeconds)

export const isTransient = (statusCode: number) =>
  statusCode === 408 || statusCode === 425 || statusCode === 429 || statusCode >= 500

/** `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3); null where it says neither. */
export const readRetryAfter = (header: string | null, nowMs: number): number | null => {
  if (header === null) return null
  if (/^\s*\d+\s*$/.test(header)) return Number(header)
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? null : Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}

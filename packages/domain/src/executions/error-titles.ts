import type { ExecutionErrorCode } from './execution.ts'

/** What an error is called; its details say what to do about it. */
export const errorTitles: Readonly<Record<ExecutionErrorCode, string>> = {
  DNS_NOT_FOUND: 'Host name not found',
  CONNECTION_REFUSED: 'No connection',
  CONNECTION_RESET: 'Connection lost',
  TLS_INVALID: 'Invalid certificate',
  TIMEOUT: 'Timeout',
  BLOCKED_ADDRESS: 'Address blocked',
  TOO_MANY_REDIRECTS: 'Too many redirects',
  INVALID_RESPONSE: 'Invalid response',
  NOT_COMPLETED: 'Not completed in time',
  COMPLETION_FAILED: 'Reported as failed',
  INTERRUPTED: 'Interrupted',
  UNUSABLE_SECRET: 'Secret missing or not usable',
  INTERNAL: 'Error on our side',
  INCONCLUSIVE: 'Inconclusive: our network failed',
}

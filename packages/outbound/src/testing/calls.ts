import { onTestFinished } from 'vitest'
import { createOutboundClient } from '../create-client.ts'
import type { OutboundOutcome } from '../outcome.ts'
import type { OutboundPolicy } from '../policy.ts'
import type { OutboundRequest } from '../request.ts'
import type { Target } from './servers.ts'

/** A client that may call loopback, closed with the test. */
export const clientFor = (policy: Partial<OutboundPolicy> = {}) => {
  const client = createOutboundClient({
    allowCidrs: ['127.0.0.0/8'],
    userAgent: 'Knockwire/test',
    timeoutMs: 5_000,
    ...policy,
  })
  onTestFinished(() => client.close())
  return client
}

/** Closes the target with the test. */
export const during = async (starting: Promise<Target>) => {
  const target = await starting
  onTestFinished(target.close)
  return target
}

export const requestTo = (uri: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  uri,
  method: 'GET',
  headers: [],
  followRedirect: true,
  allowInsecureCerts: false,
  ...more,
})

export const responseIn = (outcome: OutboundOutcome) => {
  if (outcome.kind === 'response') return outcome
  throw new Error(`The call failed: ${outcome.code} ${outcome.message}`, { cause: outcome.cause })
}

export const failureIn = (outcome: OutboundOutcome) => {
  if (outcome.kind === 'failure') return outcome
  throw new Error(`The call was answered: ${outcome.statusCode} from ${outcome.finalUri}`)
}

export const textIn = (outcome: OutboundOutcome) => Buffer.from(responseIn(outcome).body).toString()

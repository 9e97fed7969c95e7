import { createOutboundClient, type OutboundClient } from '@knockwire/outbound/create-client'
import { serverPolicy } from '@knockwire/outbound/server-policy'
import { productVersion } from '../../../product-version.ts'
import type { Settings } from '../../../settings.ts'

/** Less than the executor's: somebody looks at a spinner meanwhile. */
const timeoutMs = 15_000

/** The guarded way to a user's address, as tasks are called. */
export const createReplayClient = (settings: Settings): OutboundClient =>
  createOutboundClient({
    ...serverPolicy(settings),
    userAgent: `Knockwire/${productVersion}`,
    timeoutMs,
  })

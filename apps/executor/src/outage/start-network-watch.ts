import { repeat } from '@knockwire/queue/wakeable-timer'
import type { ExecutorContext } from '../context.ts'
import { monotonicNow, NetworkWatch } from './network-watch.ts'
import { findAnswering, findOutage, renewOutage } from './record-outage.ts'
import { startWitnesses } from './witnesses.ts'

export interface RunningNetworkWatch {
  watch: NetworkWatch
  stop: () => Promise<void>
}

const renewEveryMs = 10_000

/** Watches the network of this executor, from what is stored of the time before it started on. */
export const startNetworkWatch = async (context: ExecutorContext, holdMs?: number): Promise<RunningNetworkWatch> => {
  const { settings, client, maintenance, log, onError } = context
  const now = monotonicNow
  const witnesses = startWitnesses({ urls: settings.witnessUrls, client, log, now })
  const watch = new NetworkWatch({ witnesses, log, now, ...(holdMs !== undefined && { holdMs }) })
  const { pool } = maintenance
  try {
    watch.remember(await findAnswering(pool))
    const sinceAgoMs = await findOutage(pool)
    if (sinceAgoMs !== null) watch.inherit(sinceAgoMs)
  } catch (error) {
    onError(error instanceof Error ? error : new Error(String(error)))
  }
  const renewing = repeat(renewEveryMs, async () => {
    if (watch.isOutage) await renewOutage(pool).catch(onError)
    return renewEveryMs
  })
  return {
    watch,
    stop: async () => {
      await Promise.all([renewing.stop(), witnesses.stop()])
    },
  }
}

import { Gauge, type Registry } from 'prom-client'

interface DatabaseGauges<Found> {
  /** Asks the database for all of the gauges at once. */
  query: () => Promise<Found>
  gauges: readonly { name: string; help: string; of: (found: Found) => number }[]
  /** How old a reading may be that is reported again, in milliseconds. */
  freshMs?: number
  /** Epoch milliseconds. */
  now?: () => number
  /** Called once for as long as querying fails. */
  onError: (error: unknown) => void
}

/** A database that takes longer counts as away: Prometheus gives up after 10 seconds, and then has no metric at all. */
const timeoutMs = 5000

const inTime = async <T>(querying: Promise<T>): Promise<T> => {
  const timeOver = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeOver.reject(new Error('The database did not answer in time.')), timeoutMs)
  try {
    return await Promise.race([querying, timeOver.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Gauges that are queried from the database when Prometheus scrapes. Where it does not answer within 5 seconds they have
 * no value, and the process's other metrics are served all the same.
 */
export const registerDatabaseGauges = <Found>(registry: Registry, options: DatabaseGauges<Found>): void => {
  const { freshMs = 0, now = Date.now } = options
  let querying: Promise<Found> | undefined
  let last: { found: Found; atMs: number } | undefined
  let isFailing = false
  // All that ask meanwhile share one query; one that hangs is not joined by others.
  const share = () => {
    if (last !== undefined && now() - last.atMs < freshMs) return Promise.resolve(last.found)
    if (querying === undefined) {
      const end = () => (querying = undefined)
      querying = options.query()
      querying
        .then(
          (found) => (last = { found, atMs: now() }),
          () => {},
        )
        .finally(end)
    }
    return inTime(querying)
  }
  for (const { name, help, of } of options.gauges)
    void new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        try {
          this.set(of(await share()))
          isFailing = false
        } catch (error) {
          this.remove()
          if (!isFailing) options.onError(error)
          isFailing = true
        }
      },
    })
}

import pg from 'pg'

export interface ListenOptions {
  url: string
  applicationName: string
  channels: readonly string[]
  /** `sender` is the process id of the session that notified. */
  onNotification: (channel: string, payload: string, sender: number) => void
  /** Whenever listening begins, again too: what was notified meanwhile is lost, so look for yourself. */
  onListening: () => void
  onError: (error: Error) => void
}

export interface Listener {
  close: () => Promise<void>
}

/** A half-open connection gives no sign of its own: it is probed this often, and given this long to answer. */
const checkEveryMs = 10_000
const answerWithinMs = 5000
const longestWaitMs = 5000

/** Listens on its own connection until closed, and connects again whenever that breaks. Resolves once it listens. */
export async function listen(options: ListenOptions): Promise<Listener> {
  const closing = Promise.withResolvers<void>()
  let client = await connect(options)
  const ended = follow()
  return {
    close: async () => {
      closing.resolve()
      await ended
    },
  }

  async function follow() {
    let isClosed = false
    void closing.promise.then(() => (isClosed = true))
    while (!isClosed) {
      const error = await Promise.race([brokenness(client), closing.promise])
      await client.end().catch(() => undefined)
      if (error === undefined) return
      options.onError(error)
      client = (await reconnect(options, closing.promise)) ?? client
    }
    await client.end().catch(() => undefined)
  }
}

async function connect({ url, applicationName, channels, onNotification, onListening }: ListenOptions) {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    keepAlive: true,
    connectionTimeoutMillis: answerWithinMs,
  })
  // Without its own listener, an error before `brokenness` looks would end the process.
  client.on('error', () => undefined)
  client.on('notification', ({ channel, payload, processId }) => onNotification(channel, payload ?? '', processId))
  try {
    await client.connect()
    for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  onListening()
  return client
}

async function reconnect(options: ListenOptions, closed: Promise<void>): Promise<pg.Client | null> {
  for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    const timer = Promise.withResolvers<'again'>()
    const timeout = setTimeout(() => timer.resolve('again'), waitMs)
    const next = await Promise.race([timer.promise, closed])
    clearTimeout(timeout)
    if (next !== 'again') return null
    try {
      return await connect(options)
    } catch {
      // The break itself has been reported; the next try follows.
    }
  }
}

/** Resolves with the reason once the connection is of no more use. */
function brokenness(client: pg.Client): Promise<Error> {
  return new Promise((resolve) => {
    const check = setInterval(() => {
      const timeout = setTimeout(() => done(new Error('The listening connection does not answer')), answerWithinMs)
      const onAnswer = () => clearTimeout(timeout)
      client.query('select 1').then(onAnswer, onAnswer)
    }, checkEveryMs)
    const done = (error: Error) => {
      clearInterval(check)
      resolve(error)
    }
    client.on('error', done)
    client.on('end', () => done(new Error('The listening connection has ended')))
  })
}

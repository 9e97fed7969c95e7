import { counted } from '@knockwire/domain/text/counted'
import type { Cli } from '../cli.ts'
import { shown, type Terminal } from '../terminal/terminal.ts'
import { deliver, type Delivered } from './deliver.ts'
import type { FoundReceiver } from './find-receiver.ts'
import { follow, type Followed } from './follow.ts'
import { forwardUrl, type Received, type Target } from './forward.ts'
import { inOrder } from './in-order.ts'
import { watchKeys } from './keys.ts'
import type { Position } from './position.ts'
import { printExchange } from './print-exchange.ts'
import type { Reports } from './reports.ts'

export interface Listening {
  receiver: FoundReceiver
  target: Target
  passes: (received: Received) => boolean
  concurrency: number
  isPrinting: boolean
  position: Position
  cursor: string
  /** What came before is left out. */
  sinceMs: number | null
  isResumed: boolean
  reports: Reports
}

type Row = Received & { cursor: string }

const finishMs = 3000

const clock = () => new Date().toTimeString().slice(0, 8)

const statusStyle = (status: number) => (status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green')

function describe({ style }: Terminal, received: Received, { outcome }: Delivered): string {
  const path = shown(/\/r\/[^/?#]+(.*)/.exec(received.url)?.[1] || '/')
  const end =
    outcome.kind === 'answered'
      ? style(statusStyle(outcome.status), String(outcome.status))
      : style('red', shown(outcome.error))
  return `${style('dim', clock())} ${received.httpMethod.padEnd(4)} ${path} → ${end} ${style('dim', `${outcome.durationMs} ms`)}`
}

const duration = (ms: number): string => {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return counted(Math.round(ms / 1000), 'second')
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour')
}

/** What is said of the connection. */
function note({ terminal }: Cli, followed: Exclude<Followed<Row>, { kind: 'page' }>): void {
  const { note: say, style } = terminal
  switch (followed.kind) {
    case 'lost':
      return say(style('yellow', `${clock()} The connection is lost (${shown(followed.reason)}). Trying again…`))
    case 'back':
      return say(style('green', `${clock()} Connected again.`))
    case 'slept':
      return say(`${clock()} This computer slept for ${duration(followed.ms)}. Going on with what came meanwhile.`)
    default: {
      const count =
        followed.missed === null ? 'Requests were' : counted(followed.missed, 'request was', 'requests were')
      return say(style('yellow', `${clock()} ${count} deleted from the history before they were forwarded.`))
    }
  }
}

/** Forwards what comes until it is stopped. Answers the exit code. */
export async function listen(cli: Cli, listening: Listening): Promise<number> {
  const { receiver, target, passes, concurrency, isPrinting, position, reports } = listening
  const { terminal } = cli
  const stop = new AbortController()
  const signal = AbortSignal.any([cli.signal, stop.signal])
  let last: Received | null = null
  let isTargetAway = false

  const send = async (received: Received): Promise<boolean> => {
    const delivered = await deliver(received, target, {
      signal,
      onAway: (error) => {
        if (!isTargetAway)
          terminal.note(terminal.style('yellow', `${clock()} ${target.url} is not there (${error}). Waiting for it…`))
        isTargetAway = true
      },
    })
    if (delivered === null) return false
    isTargetAway = false
    last = received
    terminal.print(describe(terminal, received, delivered))
    if (isPrinting) printExchange(terminal, received, delivered.outcome)
    const { startedAt, outcome } = delivered
    const isAnswered = outcome.kind === 'answered'
    reports.add(received.id, {
      target: forwardUrl(target, received).slice(0, 500),
      startedAt,
      durationMs: outcome.durationMs,
      status: isAnswered ? outcome.status : null,
      error: isAnswered ? null : outcome.error.slice(0, 500),
    })
    return true
  }
  const queue = inOrder<Row>(concurrency, send, ({ cursor }) => position.keep(cursor))
  const stopWatching = watchKeys(terminal, {
    r: () => {
      if (last === null) terminal.note('Nothing was forwarded yet.')
      else void send(last)
    },
    q: () => stop.abort(),
  })
  terminal.note(`${receiver.url} (${shown(receiver.name)}) → ${target.url}`)
  if (terminal.isInteractive) terminal.note(terminal.style('dim', 'r sends the last one again, q ends.'))
  let isFirst = listening.isResumed
  try {
    const client = cli.client()
    for await (const followed of follow<Received>({
      read: (from, options) =>
        client.followReceivedRequests({ receiverId: receiver.id, reveal: 'headers', ...from }, options),
      cursor: listening.cursor,
      signal,
    })) {
      if (followed.kind !== 'page') {
        note(cli, followed)
        continue
      }
      if (isFirst && followed.rows.length > 0) terminal.note('Forwarding what came meanwhile.')
      isFirst = false
      for (const row of followed.rows) {
        const isMeant = passes(row) && (listening.sinceMs === null || Date.parse(row.createdAt) >= listening.sinceMs)
        // What is left out is passed over as soon as all before it is forwarded.
        if (isMeant) await queue.add(row)
        else if (concurrency === 1) await queue.drain().then(() => position.keep(row.cursor))
        if (signal.aborted) break
      }
      if (followed.rows.length === 0) {
        await queue.drain()
        if (!signal.aborted) position.keep(followed.cursor)
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    stopWatching()
    await queue.drain()
    await reports.finish(finishMs)
    if (reports.dropped() > 0) terminal.note(`${reports.dropped()} forwards are not shown on the receiver’s page.`)
  }
  return 0
}

import { readDuration } from '@knockwire/domain/file/parts/duration'
import { withScheme } from '@knockwire/domain/requests/with-scheme'
import { type Cli, type Invocation, listOption, neededArg, type Run, textOption, UserError } from '../cli.ts'
import { readFilters } from '../listen/filter.ts'
import { findReceiver } from '../listen/find-receiver.ts'
import { listen, type Listening } from '../listen/listen.ts'
import { openPosition } from '../listen/position.ts'
import { openReports } from '../listen/reports.ts'

const durationMs = (invocation: Invocation, name: string, fallback: string): number => {
  const text = textOption(invocation, name) ?? fallback
  const seconds = readDuration(text)
  if (seconds === null) throw new UserError(`--${name} is a duration such as 30s or 10m, and not ${text}.`)
  return seconds * 1000
}

/** Where to begin: `sinceMs` where what is older is left out. */
function beginning(invocation: Invocation, kept: string | null): { cursor: string; sinceMs: number | null } {
  const since = textOption(invocation, 'since')
  if (since === undefined) return { cursor: kept ?? 'now', sinceMs: null }
  if (since === 'now' || since === 'start') return { cursor: since, sinceMs: null }
  return { cursor: 'start', sinceMs: Date.now() - durationMs(invocation, 'since', since) }
}

const targetOf = (invocation: Invocation): Listening['target'] => {
  const to = textOption(invocation, 'to')
  if (to === undefined) throw new UserError('Name the target: --to http://localhost:3000/hooks')
  const url = withScheme(/^\d+$/.test(to) ? `http://localhost:${to}` : to)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UserError(`${to} is no URL of a target.`)
  return {
    url,
    timeoutMs: durationMs(invocation, 'timeout', '30s'),
    acceptsAnyCertificate: invocation.options['insecure'] === true,
  }
}

const concurrencyOf = (invocation: Invocation): number => {
  const text = textOption(invocation, 'concurrency') ?? '1'
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > 100)
    throw new UserError(`--concurrency is 1 to 100, and not ${text}.`)
  return number
}

export const run: Run = async (cli: Cli, invocation) => {
  const [target, passes, concurrency] = [
    targetOf(invocation),
    readFilters(listOption(invocation, 'filter')),
    concurrencyOf(invocation),
  ]
  const client = cli.client()
  const receiver = await findReceiver(client, neededArg(invocation, 0, 'receiver'))
  const position = await openPosition(cli.settings.stateFolder, {
    url: client.url,
    receiverId: receiver.id,
    target: target.url,
  })
  try {
    return await listen(cli, {
      receiver,
      target,
      passes,
      concurrency,
      isPrinting: invocation.options['print'] === true,
      position,
      ...beginning(invocation, position.cursor),
      isResumed: position.cursor !== null && textOption(invocation, 'since') === undefined,
      reports: openReports(client, receiver.id),
    })
  } finally {
    position.release()
  }
}

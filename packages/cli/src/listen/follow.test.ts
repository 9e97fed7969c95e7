import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError, ConnectionError } from '../api/client.ts'
import { UserError } from '../cli.ts'
import { follow, type Followed, type ReadPage } from './follow.ts'

interface Row {
  id: string
}

type Answer = { results: (Row & { cursor: string })[]; cursor: string; hasMore: boolean } | Error | 'never'

/** A server that answers these, one after the other, and then ends the test’s following. */
const server = (answers: Answer[], stop: AbortController) => {
  const params: Parameters<ReadPage<Row>>[0][] = []
  const read: ReadPage<Row> = async (from, { signal }) => {
    params.push(from)
    const answer = answers.shift()
    if (answer === undefined) {
      stop.abort()
      throw new ConnectionError('stopped')
    }
    if (answer === 'never') {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    }
    if (answer instanceof Error) throw answer
    return answer
  }
  return { read, params }
}

const rows = (...ids: string[]): Answer => ({
  results: ids.map((id) => ({ id, cursor: id })),
  cursor: ids.at(-1) ?? '9',
  hasMore: false,
})

const collect = async (answers: Answer[], onEvent: (followed: Followed<Row>) => void = () => {}) => {
  const stop = new AbortController()
  const { read, params } = server(answers, stop)
  const events: Followed<Row>[] = []
  for await (const followed of follow<Row>({
    read,
    cursor: 'now',
    signal: stop.signal,
  })) {
    events.push(followed)
    onEvent(followed)
  }
  return { events, params }
}

describe('who follows', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('asks where the end is first, without waiting, and goes on from there', async () => {
    const { events, params } = await collect([rows(), rows('10', '11')])
    expect(events.map(({ kind }) => kind)).toEqual(['page', 'page'])
    expect(params).toEqual([
      { cursor: 'now', limit: 100, wait: 0 },
      { cursor: '9', limit: 100, wait: 25 },
      { cursor: '11', limit: 100, wait: 25 },
    ])
  })

  it('tries again where the connection is cut or the server is away, and says each once', async () => {
    const away = new CallError(503, null, 1)
    const { events, params } = await collect([
      rows('1'),
      new ConnectionError('reset'),
      away,
      new ConnectionError('reset'),
      rows('2'),
    ])
    expect(events.map(({ kind }) => kind)).toEqual(['page', 'lost', 'back', 'page'])
    expect(new Set(params.slice(1, 5).map(({ cursor }) => cursor))).toEqual(new Set(['1']))
  })

  it('says what was deleted before it was read, and goes on behind it', async () => {
    const deletedRows = new CallError(410, null, null, { code: 'GONE', cursor: '50', missed: 12 })
    const { events, params } = await collect([rows('1'), deletedRows, rows('51')])
    expect(events[1]).toEqual({ kind: 'gap', missed: 12, cursor: '50' })
    expect(params[2]?.cursor).toBe('50')
  })

  it('ends with its own exit code where the token or the receiver is no more', async () => {
    const ended = (status: number) =>
      collect([rows('1'), new CallError(status, null, null)]).catch((error: unknown) => error)
    const [revoked, deleted] = [await ended(401), await ended(404)]
    expect([(revoked as UserError).exitCode, (deleted as UserError).exitCode]).toEqual([4, 5])
    expect(revoked).toBeInstanceOf(UserError)
    await expect(ended(403)).resolves.toBeInstanceOf(CallError)
  })

  it('notices that the computer slept, says so, and asks again at once', async () => {
    const asleep = (followed: Followed<Row>) => {
      // The call that waits now hangs on a connection that is no more.
      if (followed.kind === 'page' && followed.rows[0]?.id === '1') vi.setSystemTime(Date.now() + 3_600_000)
    }
    const { events } = await collect([rows('1'), 'never', rows('2')], asleep)
    expect(events.map(({ kind }) => kind)).toEqual(['page', 'slept', 'page'])
    const slept = events[1]
    expect(slept?.kind === 'slept' && slept.ms).toBeGreaterThan(3_500_000)
  })
})

import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createQueue } from './queue.ts'

const mail = { to: 'ada@example.com', subject: 'A code', text: 'Hello.' }

describe('a queue that is stopped', async () => {
  const { pool, url, close } = await createTestDatabase()
  afterEach(() => pool.query('delete from pgboss.job'))
  afterAll(close)

  /** A queue with one job in flight, whose handler ends when the test says so. */
  const startWorking = async () => {
    const errors: Error[] = []
    const queue = createQueue({ url, pool, isWorker: true, onError: (error) => void errors.push(error) })
    await queue.start()
    const [began, ending] = [Promise.withResolvers<AbortSignal>(), Promise.withResolvers<void>()]
    await queue.work('system-mail', { concurrency: 1 }, async ({ signal }) => {
      began.resolve(signal)
      await ending.promise
    })
    await queue.send(pool, 'system-mail', [mail])
    return { queue, errors, signal: await began.promise, end: ending.resolve }
  }
  const stateOfJob = async () => {
    const { rows } = await pool.query<{ state: string }>('select state from pgboss.job')
    return rows[0]?.state
  }
  /** Time passes as the test says. The result resolves once something waits for so long. */
  const useFakeTime = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => {
      timers.mockRestore()
      vi.useRealTimers()
    })
    return (ms: number) => expect.poll(() => timers.mock.calls.map(([, waitMs]) => waitMs)).toContain(ms)
  }

  it('gives its jobs as long to end as the stop allows, and they are completed', async () => {
    const { queue, errors, signal, end } = await startWorking()
    const timeIsSet = useFakeTime()
    let isStopped = false
    const stopping = queue.stop({ drainMs: 60_000 }).then(() => (isStopped = true))
    await timeIsSet(60_000)
    await vi.advanceTimersByTimeAsync(59_000)
    expect([isStopped, signal.aborted]).toEqual([false, false])
    end()
    await stopping
    expect(await stateOfJob()).toBe('completed')
    expect(errors).toEqual([])
  })

  it('leaves a job that takes longer to the next process, and aborts its work', async () => {
    const { queue, signal, end } = await startWorking()
    const timeIsSet = useFakeTime()
    const stopping = queue.stop({ drainMs: 60_000 })
    await timeIsSet(60_000)
    await vi.advanceTimersByTimeAsync(60_000)
    await stopping
    expect(signal.aborted).toBe(true)
    expect(await stateOfJob()).toBe('retry')
    end()
  })

  it('waits for no job where it is given no time', async () => {
    const { queue, signal, end } = await startWorking()
    useFakeTime()
    await queue.stop()
    expect(signal.aborted).toBe(true)
    expect(await stateOfJob()).toBe('retry')
    end()
  })

  it('sends the announcements that wait', async () => {
    const queue = createQueue({ url, pool, isWorker: false, onError: () => {} })
    const other = createQueue({ url, pool, isWorker: false, onError: () => {} })
    await Promise.all([queue.start(), other.start()])
    onTestFinished(() => other.stop())
    let announced = 0
    queue.onJobsSent('run', () => void (announced += 1))
    useFakeTime()
    queue.announce('run')
    queue.announce('run')
    expect(announced).toBe(1)
    await queue.stop()
    expect(announced).toBe(2)
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { createSandbox, type RunOptions, type Sandbox } from './sandbox.ts'
import type { TestJob } from './testing/test.worker.ts'

const sandboxes: Sandbox<TestJob>[] = []
afterEach(async () => {
  await Promise.all(sandboxes.splice(0).map((sandbox) => sandbox.close()))
})

// Short, since a hostile job keeps a processor busy for so long; it is processor time, so a busy machine shortens nothing.
const open = (deadlineMs = 60) => {
  const sandbox = createSandbox<TestJob>({
    worker: new URL('./testing/test.worker.ts', import.meta.url),
    threads: 3,
    deadlineMs,
    startMs: 15_000,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
    lengthOf: () => 1,
    isQuick: (job) => job.kind !== 'spin' || job.looksQuick === true,
  })
  sandboxes.push(sandbox)
  const done: string[] = []
  return {
    sandbox,
    /** Whose jobs have ended, in their order. */
    done,
    run: async (accountId: string, job: TestJob, options?: RunOptions) => {
      const outcome = await sandbox.run(accountId, job, options)
      done.push(accountId)
      return outcome.kind === 'answered' ? outcome.answer : outcome.kind
    },
  }
}
const echo = (value = 'x'): TestJob => ({ kind: 'echo', value })
const spin = (ms: number) => ({ kind: 'spin', ms }) as const
const hostile = spin(60_000)
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

describe('what it answers', () => {
  it('is what each job gives, in whatever batch it was', async () => {
    const { run } = open()
    const values = times(100, (at) => `value ${at}`)
    expect(await Promise.all(values.map((value, at) => run(`account ${at % 7}`, echo(value))))).toEqual(values)
  })

  it('is for a job that throws only that, and the others of its batch are answered', async () => {
    const { run, sandbox } = open()
    expect(await Promise.all([run('a', echo()), run('b', { kind: 'throw' }), run('c', echo())])).toEqual([
      'x',
      'stopped',
      'x',
    ])
    expect(sandbox.isPenalised('b')).toBe(false)
  })

  it('is for a job that takes too long or too much memory that it was stopped', async () => {
    const { run } = open()
    expect(await Promise.all([run('a', hostile), run('b', { kind: 'eat' })])).toEqual(['stopped', 'stopped'])
    expect(await run('c', echo())).toBe('x')
  })

  it('is “busy” for all that waits when it closes', async () => {
    const { run, sandbox } = open()
    const waiting = times(5, () => run('a', hostile))
    await sandbox.close()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['busy']))
    expect(await run('a', echo())).toBe('busy')
  })
})

describe('a stop counts against no account but that of its job', () => {
  it.each<[string, TestJob]>([
    ['time', { ...hostile, looksQuick: true }],
    ['memory', { kind: 'eat' }],
  ])('where others were in the batch of a job that took too much %s', async (_what, job) => {
    const { run, sandbox } = open()
    const accounts = times(8, (at) => `innocent ${at}`)
    const before = accounts.map((account) => run(account, echo()))
    const stopped = run('hostile', job)
    const after = accounts.map((account) => run(account, echo()))
    expect(new Set(await Promise.all([...before, ...after]))).toEqual(new Set(['x']))
    expect(await stopped).toBe('stopped')
    expect(accounts.filter((account) => sandbox.isPenalised(account))).toEqual([])
    expect(sandbox.isPenalised('hostile')).toBe(true)
  })

  it('and what an account has waiting then waits in the line of such accounts', async () => {
    const { run, done } = open()
    const first = times(6, () => run('hostile', hostile))
    expect(await first[0]).toBe('stopped')
    const second = times(3, () => run('late', spin(20)))
    expect(await Promise.all(second)).toEqual([20, 20, 20])
    expect(done.filter((account) => account === 'hostile').length).toBeLessThan(6)
    await Promise.all(first)
  })
})

describe('hostile accounts', () => {
  it('leave a thread to quick jobs, however many there are', async () => {
    const { run, done } = open()
    await run('warm', echo())
    const stops = times(4, (at) => run(`hostile ${at}`, hostile))
    const quick = await Promise.all(times(20, (at) => run(`quick ${at}`, echo())))
    expect(quick).toEqual(times(20, () => 'x'))
    expect(done.filter((account) => account.startsWith('hostile'))).toEqual([])
    await Promise.all(stops)
  })

  it('leave a thread to long jobs of accounts that had nothing stopped', async () => {
    const { run, done } = open()
    const hostiles = times(3, (at) => `hostile ${at}`)
    await Promise.all(hostiles.map((account) => run(account, hostile)))
    done.length = 0
    const stops = hostiles.flatMap((account) => times(2, () => run(account, hostile)))
    expect(await Promise.all(times(5, () => run('long', spin(20))))).toEqual([20, 20, 20, 20, 20])
    // One thread is theirs, and each stop takes as long as the five others together.
    expect(done.indexOf('long')).toBeLessThanOrEqual(2)
    await Promise.all(stops)
  })

  it('that pile up long jobs let an account through that had less', async () => {
    const { run, done } = open()
    const piles = times(4, (at) => times(4, () => run(`pile ${at}`, spin(40))))
    await piles[0]?.[0]
    expect(await run('small', spin(20))).toBe(20)
    expect(done.length).toBeLessThan(10)
    await Promise.all(piles.flat())
  })
})

describe('a caller that waits only so long', () => {
  it('is rejected as no turn came, which penalises nobody', async () => {
    const { run, sandbox } = open()
    const first = times(4, () => run('a', hostile))
    expect(await run('a', spin(30), { maxWaitMs: 50 })).toBe('busy')
    await first[0]
    expect(sandbox.isPenalised('b')).toBe(false)
    await sandbox.close()
    await Promise.all(first)
  })

  it('is answered once the job has begun, however long it takes', async () => {
    const { run } = open(200)
    await run('a', echo())
    expect(await run('a', spin(200), { maxWaitMs: 100 })).toBe(200)
  })

  it('and one that names no time is answered whenever its turn comes', async () => {
    const { run } = open()
    const first = times(3, () => run('a', hostile))
    expect(await run('a', echo())).toBe('x')
    await Promise.all(first)
  })
})

import { executions, testedRequests } from '@knockwire/db/schema/executions'
import type { StoredRequest } from '@knockwire/db/stored-json'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { untilEnded } from '../testing/history.ts'
import { onDemand } from '../testing/run-now.ts'
import { seedAccount, seedTask } from '../testing/rows/seed.ts'
import { startTarget } from '../testing/peers/target.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { createTestRunWorker, queueJob, tamperWith, testConditions } from '../testing/test-run-worker.ts'
import { createDispatchCache } from './start/dispatch-cache.ts'

describe('run worker', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  const target = await startTarget()
  stopAfter(target.close)
  const { context, close } = await createTestContext(url)
  stopAfter(close)
  const { id: accountId } = await seedAccount(db)

  const newTask = async (path: string, method: 'GET' | 'POST' = 'GET') => {
    const request = { method }
    return {
      accountId,
      taskId: await seedTask(db, { accountId, uri: target.origin + path, request, schedule: onDemand }),
    }
  }
  /** As if an executor had started it and died. */
  const die = (executionId: string) =>
    db
      .update(executions)
      .set({ status: 'RUNNING', attempt: '00000000-0000-4000-8000-000000000001', startedAt: new Date() })
      .where(eq(executions.id, executionId))
  const nothingToDecide = { kind: 'READ', rules: [], read: [] } as const

  it('a call is made once whose start was committed although the reply to the commit was lost', async () => {
    let losses = 1
    const lost = tamperWith(context, 'start_executions', {
      after: () => {
        if (losses-- > 0) throw new Error('Connection terminated unexpectedly')
      },
    })
    const task = await newTask('/committed', 'POST')
    createTestRunWorker(lost).accept([await queueJob(context, [task])])
    expect(await untilEnded(db, task.taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
    expect(target.callsOf('/committed')).toHaveLength(1)
  })

  describe('a run that its former process starts while it loses the job, after this process has looked the run up', () => {
    const startedElsewhere = async (path: string, method: 'GET' | 'POST') => {
      const task = await newTask(path, method)
      const { data } = await queueJob(context, [task])
      await context.queue.send(context.database.pool, 'run', [data])
      const [job] = await context.queue.fetch('run', 1)
      if (!job) throw new Error('There is no job.')
      let starts = 1
      const late = tamperWith(context, 'start_executions', {
        before: async () => {
          if (starts-- > 0) await die(job.data.executionIds[0] ?? '')
        },
      })
      createTestRunWorker(late).accept([job])
      return untilEnded(db, task.taskId)
    }

    it('is made', async () => {
      expect(await startedElsewhere('/started-late', 'GET')).toMatchObject([{ status: 'SUCCEEDED' }])
      expect(target.callsOf('/started-late')).toHaveLength(1)
    })

    it('is recorded as interrupted where its request must not be sent twice', async () => {
      const recorded = await startedElsewhere('/posted-late', 'POST')
      expect(recorded).toMatchObject([{ status: 'FAILED', errorCode: 'INTERRUPTED' }])
      expect(target.callsOf('/posted-late')).toHaveLength(0)
    })
  })

  it('a request that a dead process may have sent is not sent again where this one stops before it has recorded that', async () => {
    const task = await newTask('/stopped', 'POST')
    const job = await queueJob(context, [task])
    await die(job.data.executionIds[0] ?? '')
    const abort = vi.spyOn(AbortController.prototype, 'abort')
    let stopped: Promise<void> | undefined
    const stopping = tamperWith(context, 'start_executions', {
      before: () => {
        stopped = worker.stop(0)
        return vi.waitFor(() => expect(abort).toHaveBeenCalled(), 30_000)
      },
    })
    const worker = createTestRunWorker(stopping)
    worker.accept([job])
    await vi.waitFor(() => expect(stopped).toBeDefined(), 30_000)
    await stopped
    abort.mockRestore()
    expect(await untilEnded(db, task.taskId)).toMatchObject([{ status: 'FAILED', errorCode: 'INTERRUPTED' }])
    expect(target.callsOf('/stopped')).toHaveLength(0)
  })

  it.each([
    ['keeps an attempt, since a dead process may have made its call', true],
    ['has no attempt, since nobody has made its call', false],
  ])('a run that this process takes as it stops, and does not call, %s', async (_what, isAdopted) => {
    const task = await newTask(`/stopped-before-${isAdopted}`)
    const job = await queueJob(context, [task])
    const [executionId = ''] = job.data.executionIds
    if (isAdopted) await die(executionId)
    const abort = vi.spyOn(AbortController.prototype, 'abort')
    let stopped: Promise<void> | undefined
    const stopping = tamperWith(context, 'start_executions', {
      before: () => {
        stopped = worker.stop(0)
        return vi.waitFor(() => expect(abort).toHaveBeenCalled(), 30_000)
      },
    })
    const worker = createTestRunWorker(stopping)
    worker.accept([job])
    await vi.waitFor(() => expect(stopped).toBeDefined(), 30_000)
    await stopped
    abort.mockRestore()
    const [row] = await db.select().from(executions).where(eq(executions.id, executionId))
    expect([row?.status, row?.attempt === null]).toEqual(['QUEUED', !isAdopted])
    expect(target.callsOf(`/stopped-before-${isAdopted}`)).toHaveLength(0)
  })

  describe('a test of a request that is not saved', () => {
    /** Saved with one method, tested with the other at another address. */
    const queueTest = async (path: string, methods: { saved: 'GET' | 'POST'; tested: 'GET' | 'POST' }) => {
      const task = await newTask(`${path}/saved`, methods.saved)
      const job = await queueJob(context, [task])
      const [executionId = ''] = job.data.executionIds
      const request: StoredRequest = {
        uri: `${target.origin}${path}/tested`,
        method: methods.tested,
        headers: [['X-Unit', 'C']],
        body: methods.tested === 'POST' ? 'typed' : null,
        basicAuth: { status: 'DISABLED', username: '', password: null },
        followRedirect: true,
        allowInsecureCerts: false,
      }
      await db.insert(testedRequests).values({ executionId, taskId: task.taskId, request })
      return { ...task, job, executionId, request }
    }
    const leftOf = (taskId: string) => db.$count(testedRequests, eq(testedRequests.taskId, taskId))
    const callsOf = (path: string) => [target.callsOf(`${path}/saved`).length, target.callsOf(`${path}/tested`).length]
    it('sends and records that request, not the saved one, and deletes it once it has run', async () => {
      const { taskId, job, request } = await queueTest('/unsaved', { saved: 'GET', tested: 'POST' })
      createTestRunWorker(context).accept([job])
      const [execution] = await untilEnded(db, taskId)
      expect(execution).toMatchObject({
        status: 'SUCCEEDED',
        details: { request: { uri: request.uri, body: 'typed' } },
      })
      expect(callsOf('/unsaved')).toEqual([0, 1])
      expect(target.callsOf('/unsaved/tested')[0]).toMatchObject({ method: 'POST', headers: { 'x-unit': 'C' } })
      expect(await leftOf(taskId)).toBe(0)
    })

    it('sends that request also where it is taken over from an executor that died', async () => {
      const { taskId, job, executionId } = await queueTest('/taken-over', { saved: 'POST', tested: 'GET' })
      await die(executionId)
      createTestRunWorker(context).accept([job])
      expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
      expect(callsOf('/taken-over')).toEqual([0, 1])
      expect(await leftOf(taskId)).toBe(0)
    })

    it('is not sent twice where that request may not be, whatever the saved one is', async () => {
      const { taskId, job, executionId, request } = await queueTest('/twice', { saved: 'GET', tested: 'POST' })
      await die(executionId)
      createTestRunWorker(context).accept([job])
      expect(await untilEnded(db, taskId)).toMatchObject([
        { status: 'FAILED', errorCode: 'INTERRUPTED', details: { request: { uri: request.uri } } },
      ])
      expect(callsOf('/twice')).toEqual([0, 0])
      expect(await leftOf(taskId)).toBe(0)
    })
  })

  it('runs are made that dispatch evicts from its cache while the others of their job are loaded', async () => {
    const [known, unknown, later] = [await newTask('/known'), await newTask('/unknown'), await newTask('/later')]
    const dispatchCache = createDispatchCache(1)
    const pushed = tamperWith(context, 'load_executions', {
      before: () => dispatchCache.add([{ id: later.taskId, requestBytes: 0, dueMs: 0, ...later }]),
    })
    const worker = createTestRunWorker(pushed, { dispatchCache })
    const job = await queueJob(context, [known, unknown])
    dispatchCache.add([{ id: job.data.executionIds[0] ?? '', requestBytes: 0, dueMs: 0, ...known }])
    worker.accept([job])
    for (const { taskId } of [known, unknown])
      expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
  })

  it('a job that cannot be loaded is logged and left to the next process, and the others are made', async () => {
    const error = vi.spyOn(context.log, 'error')
    const [bad, good] = [await newTask('/unloaded'), await newTask('/loaded')]
    const [badJob, goodJob] = [await queueJob(context, [bad]), await queueJob(context, [good])]
    const [badId = ''] = badJob.data.executionIds
    const damaged = tamperWith(context, 'load_executions', {
      before: ({ values }) => {
        if (String(values?.[0]).includes(badId)) throw new TypeError('not a function')
      },
    })
    const worker = createTestRunWorker(damaged)
    for (const job of [badJob, goodJob]) worker.accept([job])
    expect(await untilEnded(db, good.taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
    const event = { jobId: badJob.id, executionIds: [badId], err: expect.any(TypeError) }
    await expect.poll(() => error.mock.calls).toContainEqual([event, 'run job cannot be loaded'])
    await expect.poll(() => [worker.inFlight, worker.waiting, worker.pendingSince]).toEqual([0, 0, null])
    expect(target.callsOf('/unloaded')).toEqual([])
    createTestRunWorker(context).accept([badJob])
    expect(await untilEnded(db, bad.taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
  })

  it('a run whose result cannot be written is recorded as failed and logged with its ids, and all others are recorded', async () => {
    const error = vi.spyOn(context.log, 'error')
    const bad = await newTask('/result')
    const good = await Promise.all(Array.from({ length: 7 }, () => newTask('/result')))
    const broken = testConditions({
      read: async () => nothingToDecide,
      decide: async (_, runs) => {
        for (const { result } of runs) if (result.taskId === bad.taskId) throw new TypeError('not a function')
        return () => {}
      },
    })
    const worker = createTestRunWorker(context, { conditions: broken })
    const job = await queueJob(context, [bad, ...good])
    worker.accept([job])
    for (const { taskId } of good) expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
    expect(await untilEnded(db, bad.taskId)).toMatchObject([{ status: 'FAILED', errorCode: 'INTERNAL' }])
    const event = expect.objectContaining({ executionId: job.data.executionIds[0], taskId: bad.taskId, accountId })
    expect(error).toHaveBeenCalledWith(event, expect.any(String))
    const behind = await newTask('/behind')
    worker.accept([await queueJob(context, [behind])])
    expect(await untilEnded(db, behind.taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
    expect(target.callsOf('/result')).toHaveLength(8)
  })

  it('a run whose call fails unexpectedly is logged with its execution, its task and its account', async () => {
    const error = vi.spyOn(context.log, 'error')
    const request: Partial<StoredRequest> = { headers: [['Not a name', 'x']] }
    const taskId = await seedTask(db, { accountId, uri: target.origin, request, schedule: onDemand })
    const job = await queueJob(context, [{ accountId, taskId }])
    createTestRunWorker(context).accept([job])
    expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'FAILED', errorCode: 'INTERNAL' }])
    const event = expect.objectContaining({ executionId: job.data.executionIds[0], taskId, accountId })
    expect(error).toHaveBeenCalledWith(event, 'call failed unexpectedly')
  })

  it('a run is recorded although its conditions cannot be prepared', async () => {
    const bad = await newTask('/prepared')
    const worker = createTestRunWorker(context, {
      conditions: testConditions({ read: () => Promise.reject(new TypeError('not a function')) }),
    })
    worker.accept([await queueJob(context, [bad])])
    expect(await untilEnded(db, bad.taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
  })

  it('a run whose request cannot be decrypted is recorded as failed, and the others are made', async () => {
    const [before, behind] = [await newTask('/start'), await newTask('/start')]
    const worker = createTestRunWorker(context)
    const request: Partial<StoredRequest> = { headers: [['X-Key', { k: 'absent', iv: '', data: '' }]] }
    const unreadable = await seedTask(db, { accountId, uri: target.origin, request, schedule: onDemand })
    worker.accept([await queueJob(context, [before, { accountId, taskId: unreadable }, behind])])
    for (const { taskId } of [before, behind])
      expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
    expect(await untilEnded(db, unreadable)).toMatchObject([{ status: 'FAILED', errorCode: 'INTERNAL' }])
  })

  it('a run whose request makes every start fail is recorded as failed, and the others are started', async () => {
    const [bad, good] = [await newTask('/bad'), await newTask('/good')]
    const job = await queueJob(context, [bad, good])
    const [badId = ''] = job.data.executionIds
    const damaged = tamperWith(context, 'start_executions', {
      before: ({ values }) => {
        const [ids, , , , readsRequest] = (values ?? []).map((list) => String(list).slice(1, -1).split(','))
        if (readsRequest?.[ids?.indexOf(badId) ?? -1] === 'true') throw new RangeError('Invalid string length')
      },
    })
    createTestRunWorker(damaged).accept([job])
    expect(await untilEnded(db, good.taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
    expect(await untilEnded(db, bad.taskId)).toMatchObject([{ status: 'FAILED', errorCode: 'INTERNAL' }])
    expect(target.callsOf('/bad')).toEqual([])
  })
})

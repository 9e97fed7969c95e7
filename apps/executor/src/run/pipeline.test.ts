import type { StoredRequest } from '@knockwire/db/stored-json'
import { describe, expect, it, vi } from 'vitest'
import { untilEnded } from '../testing/history.ts'
import { onDemand } from '../testing/run-now.ts'
import { seedAccount, seedTask } from '../testing/seed.ts'
import { startTarget } from '../testing/target.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { createTestPipeline, queueJob, tamperWith } from '../testing/test-pipeline.ts'
import { createRecentRuns } from './jobs/recent-runs.ts'
import type { Ending } from './execution.ts'
import type { EndingStep } from './record/ending-step.ts'

describe('the pipeline of runs', async () => {
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
  const step = (more: Partial<EndingStep>): EndingStep => {
    const prepared = new WeakSet<Ending>()
    return {
      prepare: async (ending) => void prepared.add(ending),
      concerns: (ending) => prepared.has(ending),
      record: async () => {},
      onCommitted: () => {},
      ...more,
    }
  }

  it('makes a call once whose start was committed though the answer to that was lost', async () => {
    let losses = 1
    const lost = tamperWith(context, 'start_executions', {
      after: () => {
        if (losses-- > 0) throw new Error('Connection terminated unexpectedly')
      },
    })
    const task = await newTask('/committed', 'POST')
    createTestPipeline(lost).accept([await queueJob(context, [task])])
    expect(await untilEnded(db, task.taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
    expect(target.callsOf('/committed')).toHaveLength(1)
  })

  it('makes the runs of a job that dispatch pushes out of its memory while the others are looked up', async () => {
    const [known, unknown, later] = [await newTask('/known'), await newTask('/unknown'), await newTask('/later')]
    const recent = createRecentRuns(1)
    const pushed = tamperWith(context, 'load_executions', {
      before: () => recent.note([{ id: later.taskId, requestBytes: 0, ...later }]),
    })
    const pipeline = createTestPipeline(pushed, { recent })
    const job = await queueJob(context, [known, unknown])
    recent.note([{ id: job.data.executionIds[0] ?? '', requestBytes: 0, ...known }])
    pipeline.accept([job])
    for (const { taskId } of [known, unknown])
      expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
  })

  it('records a run as failed whose results cannot be written, logs its ids, and goes on with all others', async () => {
    const error = vi.spyOn(context.log, 'error')
    const bad = await newTask('/result')
    const good = await Promise.all(Array.from({ length: 7 }, () => newTask('/result')))
    const broken = step({
      record: async (_, recorded) => {
        for (const { ending } of recorded) if (ending.taskId === bad.taskId) throw new TypeError('not a function')
      },
    })
    const pipeline = createTestPipeline(context, { steps: [broken] })
    const job = await queueJob(context, [bad, ...good])
    pipeline.accept([job])
    for (const { taskId } of good) expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
    expect(await untilEnded(db, bad.taskId)).toMatchObject([{ status: 'FAILED', errorCode: 'INTERNAL' }])
    const event = expect.objectContaining({ executionId: job.data.executionIds[0], taskId: bad.taskId, accountId })
    expect(error).toHaveBeenCalledWith(event, expect.any(String))
    const behind = await newTask('/behind')
    pipeline.accept([await queueJob(context, [behind])])
    expect(await untilEnded(db, behind.taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
    expect(target.callsOf('/result')).toHaveLength(8)
  })

  it('records a run whose conditions cannot be prepared, and goes on', async () => {
    const bad = await newTask('/prepared')
    const pipeline = createTestPipeline(context, {
      steps: [step({ prepare: () => Promise.reject(new TypeError('not a function')) })],
    })
    pipeline.accept([await queueJob(context, [bad])])
    expect(await untilEnded(db, bad.taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
  })

  it('records a run as failed whose request cannot be opened, and makes the others', async () => {
    const [before, behind] = [await newTask('/start'), await newTask('/start')]
    const pipeline = createTestPipeline(context)
    const request: Partial<StoredRequest> = { headers: [['X-Key', { k: 'absent', iv: '', data: '' }]] }
    const unreadable = await seedTask(db, { accountId, uri: target.origin, request, schedule: onDemand })
    pipeline.accept([await queueJob(context, [before, { accountId, taskId: unreadable }, behind])])
    for (const { taskId } of [before, behind])
      expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
    expect(await untilEnded(db, unreadable)).toMatchObject([{ status: 'FAILED', errorCode: 'INTERNAL' }])
  })

  it('records a run as failed whose request makes each start fail, and starts the others', async () => {
    const [bad, good] = [await newTask('/bad'), await newTask('/good')]
    const job = await queueJob(context, [bad, good])
    const [badId = ''] = job.data.executionIds
    const damaged = tamperWith(context, 'start_executions', {
      before: ({ values }) => {
        const [ids, , , , readsRequest] = (values ?? []).map((list) => String(list).slice(1, -1).split(','))
        if (readsRequest?.[ids?.indexOf(badId) ?? -1] === 'true') throw new RangeError('Invalid string length')
      },
    })
    createTestPipeline(damaged).accept([job])
    expect(await untilEnded(db, good.taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
    expect(await untilEnded(db, bad.taskId)).toMatchObject([{ status: 'FAILED', errorCode: 'INTERNAL' }])
    expect(target.callsOf('/bad')).toEqual([])
  })
})

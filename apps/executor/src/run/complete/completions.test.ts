import { completions, executionRollups, executions } from '@knockwire/db/schema/executions'
import { ingressPresence } from '@knockwire/db/schema/receivers'
import { missedRuns, schedules, tasks } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { createCompletionTokens } from '@knockwire/services/secrets/completion-token'
import type { StoredRequest } from '@knockwire/db/stored-json'
import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { historyOf, scheduleOf, untilEnded } from '../../testing/history.ts'
import { startTarget, type ReceivedCall } from '../../testing/peers/target.ts'
import { deliveriesOf, emailTo, seedAccount, seedNotification, seedTask } from '../../testing/rows/seed.ts'
import {
  startTestExecutor,
  type TestExecutorOptions,
  testKeyring,
  testSecrets,
  useTestDatabase,
} from '../../testing/test-executor.ts'

const tokens = createCompletionTokens(testKeyring)

describe('an execution that its target completes later', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  const target = await startTarget()
  stopAfter(target.close)
  const { id: accountId } = await seedAccount(db)

  const start = async (options: TestExecutorOptions = {}) => {
    const executor = await startTestExecutor(url, options)
    let stopped: Promise<void> | undefined
    const stop = () => (stopped ??= executor.stop())
    onTestFinished(stop)
    return { ...executor, stop }
  }
  interface Seed {
    accountId?: string
    withinSeconds?: number
    intervalSecond?: number
    request?: Parameters<typeof seedTask>[1]['request']
    query?: string
  }
  const seed = async (
    path: string,
    { accountId: ownerId = accountId, withinSeconds = 60, intervalSecond = 3600, request, query = '' }: Seed = {},
  ) => {
    const later = new Date(Date.now() + 3_600_000)
    const taskId = await seedTask(db, {
      accountId: ownerId,
      uri: `${target.origin}${path}${query}`,
      schedule: { intervalSecond, dueAt: later },
      ...(request && { request }),
    })
    await db.update(tasks).set({ completionSecond: withinSeconds }).where(eq(tasks.id, taskId))
    return taskId
  }
  const accept = (path: string, before: (call: ReceivedCall) => Promise<unknown> = async () => {}) =>
    target.on(path, (call) => void before(call).then(() => call.response.writeHead(202).end('accepted')))
  const runNow = async (taskId: string) => {
    const now = new Date()
    await db.update(schedules).set({ dueAt: now, anchorAt: now }).where(eq(schedules.taskId, taskId))
    await pool.query(`select pg_notify('knockwire_due', '')`)
  }
  const untilWaiting = async (taskId: string) => {
    await expect.poll(async () => (await historyOf(db, taskId)).at(-1)?.status, { timeout: 20_000 }).toBe('WAITING')
    const [run] = await historyOf(db, taskId)
    if (run === undefined) throw new Error('There is no execution.')
    return run
  }
  interface Sent {
    hasFailed?: boolean
    exitCode?: number
    contentType?: string
    body?: Uint8Array
  }
  /** As the ingress records it: the first that arrives in time counts. */
  const complete = (executionId: string, { hasFailed = false, exitCode, contentType, body }: Sent = {}) =>
    pool.query(
      `insert into completions as c (execution_id, task_id, account_id, received_at, has_failed, exit_code, content_type, body)
        select id, task_id, account_id, clock_timestamp(), $2, $3, $4, $5 from executions
        where id = $1 and status in ('RUNNING', 'WAITING')
        on conflict (execution_id) do update set received_at = excluded.received_at, has_failed = excluded.has_failed,
          exit_code = excluded.exit_code, content_type = excluded.content_type, body = excluded.body,
          check_at = case when c.check_at is not null then excluded.received_at end
        where c.received_at is null and (c.deadline_at is null or c.deadline_at > excluded.received_at)`,
      [executionId, hasFailed, exitCode ?? null, contentType ?? null, body ?? new Uint8Array()],
    )

  it('waits with what was answered, and ends with what the target says: its body, its duration, once', async () => {
    await start()
    accept('/later')
    const taskId = await seed('/later')
    const notificationId = await seedNotification(db, {
      accountId,
      taskId,
      setting: emailTo('ada@example.com'),
      condition: { source: 'response_body_json', property: 'rows', comparison: 'number_greater_than', rightValue: 10 },
    })
    await runNow(taskId)
    const waiting = await untilWaiting(taskId)
    expect(waiting).toMatchObject({ statusCode: 202, details: { responseBody: Buffer.from('accepted'), seq: 0 } })
    expect(await scheduleOf(db, taskId)).toMatchObject({ inFlightExecutionId: waiting.id })
    expect(await db.$count(executionRollups, eq(executionRollups.taskId, taskId))).toBe(0)
    const body = Buffer.from('{"rows":12}')
    await complete(waiting.id, { contentType: 'application/json', body })
    await complete(waiting.id, { body: Buffer.from('again') })
    const [run] = await untilEnded(db, taskId)
    expect(run).toMatchObject({
      id: waiting.id,
      status: 'SUCCEEDED',
      statusCode: 202,
      details: { responseBody: body, seq: 1 },
    })
    expect(run?.responseTimeMs).toBeGreaterThan(waiting.responseTimeMs ?? Infinity)
    expect(await scheduleOf(db, taskId)).toMatchObject({ inFlightExecutionId: null, executionsTotal: 1 })
    await complete(waiting.id)
    const rollups = await db.select().from(executionRollups).where(eq(executionRollups.taskId, taskId))
    expect(rollups).toMatchObject([{ runs: 1, failures: 0 }])
    await expect.poll(async () => (await deliveriesOf(db, notificationId)).length, { timeout: 20_000 }).toBe(1)
    expect(await db.$count(completions)).toBe(0)
  })

  it('is decided on what the completion says and on the whole duration, and on nothing of the response that accepted it', async () => {
    await start()
    target.on('/decided', ({ response }) => void response.writeHead(202).end('{"rows":99}'))
    const taskId = await seed('/decided', { withinSeconds: 7 * 86_400 })
    const number = { comparison: 'number_greater_than', property: '' } as const
    const conditions = {
      ofTheCompletion: { ...number, source: 'response_body_json', property: 'rows', rightValue: 10 },
      ofTheResponse: { ...number, source: 'response_body_json', property: 'rows', rightValue: 50 },
      anHour: { ...number, source: 'response_time', rightValue: 3_600_000 },
      twoHours: { ...number, source: 'response_time', rightValue: 7_200_000 },
    } as const
    const ids = new Map<string, string>()
    for (const [name, condition] of Object.entries(conditions))
      ids.set(name, await seedNotification(db, { accountId, taskId, setting: emailTo('ada@example.com'), condition }))
    await runNow(taskId)
    const { id } = await untilWaiting(taskId)
    const decided = async () => {
      const found = await Promise.all([...ids].map(async ([name, one]) => [name, (await deliveriesOf(db, one)).length]))
      return found.flatMap(([name, deliveries]) => (deliveries === 1 ? [name] : []))
    }
    expect(await decided()).toEqual([])
    // It began an hour and a half ago.
    await pool.query(`update executions set started_at = started_at - interval '90 minutes' where id = $1`, [id])
    await complete(id, { contentType: 'application/json', body: Buffer.from('{"rows":12}') })
    await untilEnded(db, taskId)
    await expect.poll(decided, { timeout: 20_000 }).toEqual(['ofTheCompletion', 'anHour'])
  })

  it('ends, as do those of others, before its conditions are read where that takes long: they are decided then', async () => {
    const turn = Promise.withResolvers<void>()
    const { stop } = await start({
      wrapSandbox: (sandbox) => ({
        isPenalised: (id) => sandbox.isPenalised(id),
        close: () => sandbox.close(),
        run: async (...job) => {
          await turn.promise
          return sandbox.run(...job)
        },
      }),
    })
    onTestFinished(() => turn.resolve())
    const other = await seedAccount(db)
    const [slow, free] = [await seed('/slow'), await seed('/free', { accountId: other.id })]
    const notificationId = await seedNotification(db, {
      accountId,
      taskId: slow,
      setting: emailTo('ada@example.com'),
      condition: { source: 'response_body_json', property: 'rows', comparison: 'number_greater_than', rightValue: 10 },
    })
    for (const path of ['/slow', '/free']) accept(path)
    for (const taskId of [slow, free]) await runNow(taskId)
    for (const taskId of [slow, free])
      await complete((await untilWaiting(taskId)).id, { body: Buffer.from('{"rows":12}') })
    for (const taskId of [slow, free])
      expect(await untilEnded(db, taskId, 1, 20_000)).toMatchObject([{ status: 'SUCCEEDED' }])
    expect(await deliveriesOf(db, notificationId)).toHaveLength(0)
    turn.resolve()
    await expect.poll(async () => (await deliveriesOf(db, notificationId)).length, { timeout: 20_000 }).toBe(1)
    await stop()
  })

  it('is no response to conditions where its time is over: nothing of what accepted it is read', async () => {
    await start()
    target.on('/undecided', ({ response }) => void response.writeHead(202).end('{"rows":99}'))
    const taskId = await seed('/undecided', { withinSeconds: 1 })
    const notify = (condition: NonNullable<Parameters<typeof seedNotification>[1]['condition']>) =>
      seedNotification(db, { accountId, taskId, setting: emailTo('ada@example.com'), condition })
    const ofBody = await notify({
      source: 'response_body_json',
      property: 'rows',
      comparison: 'number_greater_than',
      rightValue: 1,
    })
    const isDown = await notify({ source: 'response_code', property: '', comparison: 'is_null', rightValue: '' })
    await runNow(taskId)
    expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'FAILED', errorCode: 'NOT_COMPLETED' }])
    await expect.poll(async () => (await deliveriesOf(db, isDown)).length, { timeout: 20_000 }).toBe(1)
    expect(await deliveriesOf(db, ofBody)).toHaveLength(0)
  })

  it('tells the target its address in a header, the URL and the body, and keeps it out of the history', async () => {
    await start()
    const query = '?callback={{completion.url}}'
    const taskId = await seed('/told', { query, request: { method: 'POST', body: '{"done":"{{ completion.url }}"}' } })
    const pattern = /^https:\/\/in\.knockwire\.example\/c\/[\w.-]+$/
    target.on('*', ({ response }) => void response.writeHead(202).end())
    await runNow(taskId)
    const run = await untilWaiting(taskId)
    const [call] = target.calls.filter(({ path }) => path.startsWith('/told?'))
    const address = String(call?.headers['knockwire-complete'])
    expect(address).toMatch(pattern)
    expect(tokens.read(address.split('/c/')[1] ?? '')).toBe(run.id)
    expect(call?.path).toBe(`/told?callback=${encodeURIComponent(address)}`)
    expect(JSON.parse(call?.body ?? '')).toEqual({ done: address })
    expect(JSON.stringify(run.details)).not.toContain(address.split('.').at(-1))
    await complete(run.id)
    await untilEnded(db, taskId)
  })

  it('tells its address to nobody whom the target redirects to elsewhere, in no header and no body', async () => {
    await start()
    const stranger = await startTarget()
    onTestFinished(stranger.close)
    stranger.on('*', ({ response }) => void response.writeHead(202).end())
    target.on('/moved', ({ response }) => void response.writeHead(307, { location: `${stranger.origin}/` }).end())
    target.on('/moved-here', ({ response }) => void response.writeHead(307, { location: '/here' }).end())
    target.on('/here', ({ response }) => void response.writeHead(202).end())
    const headers: StoredRequest['headers'] = [
      ['X-Callback', '{{completion.url}}'],
      ['X-Callback-Token', testSecrets.encrypt('{{ completion.url }}')],
      ['X-Plain', 'a'],
    ]
    const [byHeader, byBody, here] = [
      await seed('/moved', { withinSeconds: 1, request: { headers } }),
      await seed('/moved', { request: { method: 'POST', body: '{"done":"{{ completion.url }}"}' } }),
      await seed('/moved-here', { request: { headers } }),
    ]
    for (const taskId of [byHeader, byBody, here]) await runNow(taskId)
    expect((await untilEnded(db, byBody))[0]).toMatchObject({
      errorCode: 'INVALID_RESPONSE',
      details: { errorMessage: expect.stringContaining('which is sent to no other address') },
    })
    expect((await untilEnded(db, byHeader))[0]).toMatchObject({
      errorCode: 'NOT_COMPLETED',
      details: { errorMessage: expect.stringContaining('A redirect to another host does not carry that address.') },
    })
    expect(stranger.calls).toHaveLength(1)
    expect(stranger.calls[0]?.headers).toMatchObject({ 'x-plain': 'a' })
    expect(JSON.stringify(stranger.calls[0]?.headers)).not.toContain('/c/')
    const waiting = await untilWaiting(here)
    const [arrived] = target.calls.filter(({ path }) => path === '/here')
    expect(arrived?.headers['knockwire-complete']).toContain('/c/')
    for (const name of ['x-callback', 'x-callback-token'])
      expect(arrived?.headers[name]).toBe(arrived?.headers['knockwire-complete'])
    await complete(waiting.id)
    await untilEnded(db, here)
  })

  it('ends as well where its completion arrives before the response', async () => {
    await start()
    const taskId = await seed('/before')
    accept('/before', ({ executionId }) => complete(executionId, { body: Buffer.from('done') }))
    await runNow(taskId)
    const [run] = await untilEnded(db, taskId)
    expect(run).toMatchObject({ status: 'SUCCEEDED', statusCode: 202, details: { responseBody: Buffer.from('done') } })
    await complete(run?.id ?? '')
  })

  it('fails where its time is over, and a completion after that changes nothing', async () => {
    await start()
    accept('/silent')
    const taskId = await seed('/silent', { withinSeconds: 1 })
    await runNow(taskId)
    const [run] = await untilEnded(db, taskId)
    expect(run).toMatchObject({ status: 'FAILED', errorCode: 'NOT_COMPLETED', statusCode: 202 })
    expect(run?.responseTimeMs).toBe(1000)
    await complete(run?.id ?? '', { body: Buffer.from('late') })
    expect(await scheduleOf(db, taskId)).toMatchObject({ inFlightExecutionId: null, consecutiveFailures: 1 })
    expect((await historyOf(db, taskId))[0]).toMatchObject({ details: { responseBody: Buffer.from('accepted') } })
  })

  it('waits longer by the time in which no ingress could have taken its completion, and says so where none comes', async () => {
    await start()
    accept('/away')
    const taskId = await seed('/away')
    await runNow(taskId)
    const { id } = await untilWaiting(taskId)
    const now = Date.now()
    const ago = (seconds: number) => new Date(now - seconds * 1000)
    const after = uuidv7()
    await db.insert(ingressPresence).values([
      { id: uuidv7(), fromAt: ago(5000), untilAt: ago(80), seenAt: ago(90) },
      { id: after, fromAt: ago(30), untilAt: ago(-3600), seenAt: ago(-3600) },
    ])
    await db
      .update(executions)
      .set({ startedAt: ago(100) })
      .where(eq(executions.id, id))
    const over = { deadlineAt: ago(40), checkAt: ago(40) }
    await db.update(completions).set(over).where(eq(completions.executionId, id))
    const checkAt = async () =>
      (await db.select().from(completions).where(eq(completions.executionId, id)))[0]?.checkAt?.getTime()
    await expect.poll(checkAt, { timeout: 20_000 }).toBeGreaterThan(over.checkAt.getTime())
    expect(await checkAt()).toBe(over.deadlineAt.getTime() + 65_000)
    expect((await historyOf(db, taskId))[0]?.status).toBe('WAITING')
    await db
      .update(ingressPresence)
      .set({ fromAt: ago(70) })
      .where(eq(ingressPresence.id, after))
    await db
      .update(completions)
      .set({ checkAt: ago(1) })
      .where(eq(completions.executionId, id))
    const [run] = await untilEnded(db, taskId)
    expect(run).toMatchObject({ status: 'FAILED', errorCode: 'NOT_COMPLETED' })
    expect(run?.details?.errorMessage).toMatch(/within 60 s and 25 s more, since this server could take no calls/)
    await db.delete(ingressPresence)
  })

  it('fails where the target says so, with its exit code', async () => {
    await start()
    accept('/failing')
    const taskId = await seed('/failing')
    await runNow(taskId)
    const { id } = await untilWaiting(taskId)
    await complete(id, { hasFailed: true, exitCode: 3, body: Buffer.from('disk full') })
    const [run] = await untilEnded(db, taskId)
    expect(run).toMatchObject({
      status: 'FAILED',
      errorCode: 'COMPLETION_FAILED',
      details: { responseBody: Buffer.from('disk full'), errorMessage: expect.stringContaining('exit code 3') },
    })
  })

  it('waits on while executors are restarted, and is ended by the next', async () => {
    const first = await start()
    accept('/restart')
    const taskId = await seed('/restart')
    await runNow(taskId)
    const { id } = await untilWaiting(taskId)
    await first.stop()
    await complete(id)
    expect((await historyOf(db, taskId))[0]?.status).toBe('WAITING')
    await start()
    expect(await untilEnded(db, taskId)).toMatchObject([{ id, status: 'SUCCEEDED' }])
    expect(target.callsOf('/restart')).toHaveLength(1)
  })

  it('keeps the next planned times from running, which name it', async () => {
    await start()
    accept('/overlap')
    const taskId = await seed('/overlap', { intervalSecond: 1 })
    await runNow(taskId)
    const { id, scheduledFor } = await untilWaiting(taskId)
    const isPast = async () =>
      (await pool.query(`select now() > $1::timestamptz + interval '4 s' as past`, [scheduledFor])).rows
    await expect.poll(async () => (await isPast())[0]?.past, { timeout: 10_000 }).toBe(true)
    expect(await historyOf(db, taskId)).toHaveLength(1)
    target.on('/overlap', ({ response }) => void response.writeHead(500).end())
    await complete(id)
    await untilEnded(db, taskId, 2)
    const missed = await db.select().from(missedRuns).where(eq(missedRuns.taskId, taskId))
    expect(missed[0]).toMatchObject({ reason: 'OVERLAP', runningExecutionId: id })
    expect(missed[0]?.runs).toBeGreaterThan(1)
    await db.update(schedules).set({ status: 'DISABLED', dueAt: null }).where(eq(schedules.taskId, taskId))
  })

  it('is none where the target does not accept: it ends with its response', async () => {
    await start()
    const taskId = await seed('/refused')
    target.on('/refused', (call) => void complete(call.executionId).then(() => call.response.writeHead(503).end()))
    await runNow(taskId)
    expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'SUCCEEDED', statusCode: 503 }])
    expect(await db.$count(executions, eq(executions.taskId, taskId))).toBe(1)
  })
})

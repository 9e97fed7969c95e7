import { deliveries, notifications } from '@knockwire/db/schema/notifications'
import { receivedRequests, undecidedRequests } from '@knockwire/db/schema/receivers'
import { insertTestHeartbeat } from '@knockwire/db/testing/insert-heartbeat'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { defaultRequestCondition } from '@knockwire/domain/conditions/condition-rules'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { ReceivedRequest } from '../received-request.ts'
import { loadReceivers, type ReceiverSettings } from '../settings/receiver-settings.ts'
import { writeGroup } from './write-group.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  // Fails as often as the sequence has not reached what the request's path says.
  await test.pool.query(`
    create sequence attempts;
    create function fail_some() returns trigger language plpgsql as $$
      begin
        if nextval('attempts') <= split_part(new.url, ' ', 2)::int then
          raise exception 'failed' using errcode = split_part(new.url, ' ', 1);
        end if;
        return new;
      end $$;
    create trigger fail_some before insert on received_requests for each row when (new.url like '% %')
      execute function fail_some()`)
})
afterAll(() => test.close())
afterEach(() => vi.restoreAllMocks())

const insertReceiver = async ({ isNotified = false, hasCondition = false } = {}): Promise<ReceiverSettings> => {
  const { id: receiverId, accountId, token } = await insertTestReceiver(test.db)
  if (isNotified) {
    const setting = { type: 'EMAIL', email: { address: 'ada@example.com', subject: 's', template: 't' } } as const
    const [createdAt, updatedAt] = [new Date(), new Date()]
    await test.db
      .insert(notifications)
      .values({ id: uuidv7(), accountId, receiverId, type: 'EMAIL', setting, createdAt, updatedAt })
  }
  if (hasCondition) {
    const setting = { type: 'EMAIL', email: { address: 'ada@example.com', subject: 's', template: 't' } } as const
    const [createdAt, updatedAt] = [new Date(), new Date()]
    const condition = defaultRequestCondition
    await test.db
      .insert(notifications)
      .values({ id: uuidv7(), accountId, receiverId, type: 'EMAIL', condition, setting, createdAt, updatedAt })
  }
  const [receiver] = await loadReceivers(test.pool, [token])
  if (receiver === undefined) throw new Error('There is no such receiver.')
  return receiver
}

const requestTo = (receiver: ReceiverSettings, url = '/'): ReceivedRequest => ({
  id: uuidv7(),
  receivedAtMs: test.clock.now(),
  method: 'POST',
  url,
  remoteAddress: '127.0.0.1',
  headers: [],
  storedHeaders: '[]',
  body: Buffer.alloc(0),
  receiver,
  answer: { code: 200, contentType: 'text/plain', body: '', error: null },
  bytes: 1,
})

const write = (...group: ReceivedRequest[]) => writeWith(test.pool, ...group)

const writeWith = async (pool: pg.Pool, ...group: ReceivedRequest[]) => {
  const { queue, settings } = test.context
  await test.pool.query(`select setval('attempts', 1, false)`)
  return await writeGroup(pool, group, {
    queue,
    publicOrigin: settings.publicOrigin,
    limits: null,
    now: test.clock.now,
  })
}

const recordedOf = ({ id }: ReceiverSettings) =>
  test.db.select().from(receivedRequests).where(eq(receivedRequests.receiverId, id))

const deliveriesOf = ({ accountId }: ReceiverSettings) =>
  test.db.select().from(deliveries).where(eq(deliveries.accountId, accountId))

it.each([
  ['a deadlock', '40P01', false],
  ['a serialization failure', '40001', false],
  ['a deadlock of a receiver with notifications', '40P01', true],
])('a group that meets %s is committed once more, and recorded once', async (_what, code, isNotified) => {
  const receiver = await insertReceiver({ isNotified })
  expect(await write(requestTo(receiver, `${code} 1`))).toEqual([{ kind: 'recorded' }])
  expect(await recordedOf(receiver)).toHaveLength(1)
  expect(await deliveriesOf(receiver)).toHaveLength(isNotified ? 1 : 0)
})

it('a group that meets a deadlock twice fails, and records nothing', async () => {
  const receiver = await insertReceiver()
  await expect(write(requestTo(receiver, '40P01 2'))).rejects.toMatchObject({ code: '40P01' })
  expect(await recordedOf(receiver)).toEqual([])
})

it('a group that the database rejects is not tried again', async () => {
  const receiver = await insertReceiver()
  await expect(write(requestTo(receiver, '22P05 1'))).rejects.toMatchObject({ code: '22P05' })
  expect(await recordedOf(receiver)).toEqual([])
})

it('the connection of a group that failed is closed rather than used again', async () => {
  const receiver = await insertReceiver({ isNotified: true })
  // The test's own: the shared pool may only now remove connections that other tests made fail.
  const pool = new pg.Pool({ connectionString: test.url })
  onTestFinished(() => pool.end())
  const removed = vi.fn<() => void>()
  pool.on('remove', removed)
  await writeWith(pool, requestTo(receiver))
  expect(removed).not.toHaveBeenCalled()
  await expect(writeWith(pool, requestTo(receiver, '22P05 1'))).rejects.toThrow('failed')
  await expect.poll(() => removed.mock.calls.length).toBe(1)
  expect(await deliveriesOf(receiver)).toHaveLength(1)
})

it('the deliveries of a group are announced once it is committed, and those of what was not recorded are not made', async () => {
  const [notified, silent] = [await insertReceiver({ isNotified: true }), await insertReceiver()]
  const announced: { name: string; committed: Promise<unknown[]> }[] = []
  vi.spyOn(test.context.queue, 'announce').mockImplementation(
    (name) => void announced.push({ name, committed: deliveriesOf(notified) }),
  )
  const changed = { ...notified, version: notified.version + 1 }
  expect(await write(requestTo(notified), requestTo(silent))).toEqual([{ kind: 'recorded' }, { kind: 'recorded' }])
  expect(announced.map(({ name }) => name)).toEqual(['deliver-email'])
  expect(await announced[0]?.committed).toHaveLength(1)
  expect(await write(requestTo(changed), requestTo(silent))).toEqual([{ kind: 'stale' }, { kind: 'recorded' }])
  expect(await deliveriesOf(notified)).toHaveLength(1)
  expect(announced).toHaveLength(1)
})

/** The statements that a group of these requests is committed with. */
const statementsOf = async (...group: ReceivedRequest[]): Promise<string[]> => {
  const pool = new pg.Pool({ connectionString: test.url })
  const client = await pool.connect()
  const query = vi.spyOn(client, 'query')
  client.release()
  await writeWith(pool, ...group)
  const statements = query.mock.calls.map(([statement]: unknown[]) =>
    typeof statement === 'string' ? statement : String((statement as { name?: string; text?: string }).name),
  )
  query.mockRestore()
  await pool.end()
  return statements
}

const undecidedOf = ({ id }: ReceiverSettings) =>
  test.db
    .select()
    .from(undecidedRequests)
    .where(eq(undecidedRequests.receiverId, id))
    .orderBy(undecidedRequests.position)

it('requests are left undecided where a notification has a condition, in their order, and without delivery', async () => {
  const receiver = await insertReceiver({ hasCondition: true })
  const group = [requestTo(receiver), requestTo(receiver), { ...requestTo(receiver), method: 'HEAD' as const }]
  const announced = vi.spyOn(test.context.queue, 'announce')
  await write(...group)
  expect((await undecidedOf(receiver)).map(({ requestId }) => requestId)).toEqual(group.slice(0, 2).map(({ id }) => id))
  const [rule] = receiver.rules
  expect((await undecidedOf(receiver))[0]?.ruleVersions).toEqual({ [rule?.notificationId ?? '']: rule?.version })
  expect(await deliveriesOf(receiver)).toEqual([])
  expect(announced.mock.calls).toEqual([['undecided-requests']])
})

it('a receiver without conditions costs the statements that it cost without them, and one with conditions a single one more', async () => {
  const [silent, notified] = [await insertReceiver(), await insertReceiver({ isNotified: true })]
  const both = await insertReceiver({ isNotified: true, hasCondition: true })
  expect(await statementsOf(requestTo(silent))).toHaveLength(1)
  const ofNotified = await statementsOf(requestTo(notified))
  expect(ofNotified).not.toContain('leave_undecided')
  expect(await undecidedOf(notified)).toEqual([])
  const ofBoth = await statementsOf(requestTo(both))
  expect(ofBoth.filter((statement) => statement !== 'leave_undecided')).toEqual(ofNotified)
  expect(ofBoth).toHaveLength(ofNotified.length + 1)
})

it('a group without a heartbeat is committed by the statement that knows of none, and one with any by a single one, too', async () => {
  const [silent, beating] = [await insertReceiver(), await insertReceiver()]
  await insertTestHeartbeat(test.db, beating)
  const [loaded] = await loadReceivers(test.pool, [beating.token])
  expect(await statementsOf(requestTo(silent), requestTo(silent))).toEqual(['record_requests'])
  const withHeartbeat = requestTo(loaded ?? beating)
  expect(await statementsOf(requestTo(silent), withHeartbeat)).toEqual(['record_signals'])
})

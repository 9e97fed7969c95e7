import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { createQueue, type Queue } from '@knockwire/queue/queue'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { raise } from '../testing/raise.ts'
import { sendSystemMails, type SystemMail } from './send-system-mails.ts'

let database: TestDatabase
let queue: Queue
beforeAll(async () => {
  database = await createTestDatabase()
  queue = createQueue({ url: database.url, pool: database.pool, isWorker: false, onError: raise })
  await queue.start()
})
afterAll(async () => {
  await queue.stop()
  await database.close()
})
beforeEach(() => database.pool.query('delete from pgboss.job'))

const nowMs = Date.UTC(2026, 10, 28, 12, 30)
const hourMs = 3_600_000
const tools = { publicOrigin: 'https://knockwire.example', nowMs }

interface Owner {
  accountId: string
  address: string
}

const seed = async ({ isConfirmed = true, address = '' } = {}): Promise<Owner> => {
  const { accountId } = await insertTestTask(database.db)
  const own = address === '' ? `${accountId}@example.com` : address
  if (isConfirmed) await database.db.insert(verifiedEmails).values({ accountId, address: own, verifiedAt: new Date() })
  return { accountId, address: own }
}
const mailTo = ({ accountId, address }: Owner, kind: SystemMail['kind'] = 'token created'): SystemMail => ({
  kind,
  accountId,
  to: address,
  subject: `About: ${kind}`,
  text: 'It happened.',
})
const send = (mails: readonly SystemMail[], changes: { isEmbedded?: boolean; nowMs?: number } = {}) =>
  database.db.transaction((tx) => sendSystemMails(tx, mails, { ...tools, queue, ...changes }))
const queuedTo = async (address: string): Promise<{ subject: string; text: string }[]> => {
  const { rows } = await database.pool.query<{ data: { subject: string; text: string } }>(
    `select data from pgboss.job where name = 'system-mail' and data ->> 'to' = $1 order by created_on, id`,
    [address],
  )
  return rows.map(({ data }) => data)
}
const countTo = async (address: string) => (await queuedTo(address)).length

describe('system mails to an address that its account has not confirmed', () => {
  it('are codes alone', async () => {
    const owner = await seed({ isConfirmed: false })
    const kinds = ['address code', 'reset code', 'token created', 'password changed', 'task deactivated'] as const
    const queued = await send(kinds.map((kind) => mailTo(owner, kind)))
    expect(queued.map(({ kind }) => kind)).toEqual(['address code', 'reset code'])
    expect(await countTo(owner.address)).toBe(2)
  })

  it('are codes alone also where another account has confirmed it', async () => {
    const { address } = await seed()
    const stranger = { ...(await seed({ isConfirmed: false })), address }
    expect(await send([mailTo(stranger)])).toEqual([])
  })

  it('are all of them in embedded mode, whose accounts count as confirmed', async () => {
    const owner = await seed({ isConfirmed: false })
    expect(await send([mailTo(owner)], { isEmbedded: true })).toHaveLength(1)
  })
})

describe('notices of one kind to one account', () => {
  it('are five an hour, and then one that says that there were more', async () => {
    const owner = await seed()
    for (let n = 0; n < 8; n += 1) await send([mailTo(owner)])
    const queued = await queuedTo(owner.address)
    expect(queued.map(({ subject }) => subject)).toEqual([
      ...Array<string>(5).fill('About: token created'),
      'API tokens were created more than 5 times',
    ])
    expect(queued.at(-1)?.text).toContain('You will get no further email about this before 13:00 (UTC)')
    expect(queued.at(-1)?.text).toContain('https://knockwire.example/dashboard/account/tokens')
  })

  it('are counted exactly where many are sent at once, in one call and in many', async () => {
    const [one, many] = [await seed(), await seed()]
    await send(Array.from({ length: 40 }, () => mailTo(one)))
    await Promise.all(Array.from({ length: 20 }, () => send([mailTo(many)])))
    expect([await countTo(one.address), await countTo(many.address)]).toEqual([6, 6])
  })

  it('are counted apart from those of other kinds, of other accounts and of the next hour', async () => {
    const [owner, other] = [await seed(), await seed()]
    const six = (to: Owner, kind: SystemMail['kind']) => send(Array.from({ length: 6 }, () => mailTo(to, kind)))
    await six(owner, 'token created')
    await six(owner, 'passkey added')
    await six(other, 'token created')
    await send([mailTo(owner)], { nowMs: nowMs + hourMs })
    expect([await countTo(owner.address), await countTo(other.address)]).toEqual([13, 6])
  })

  it('that are not about who has access say nothing of passwords', async () => {
    const owner = await seed()
    const queued = await send(Array.from({ length: 6 }, () => mailTo(owner, 'task deactivated')))
    const last = queued.at(-1)
    expect(last?.subject).toBe('Tasks were deactivated more than 5 times')
    expect(last?.text).not.toContain('password')
  })
})

describe('system mails to one address', () => {
  it('are counted over all accounts', async () => {
    const address = 'shared@example.com'
    const owners: Owner[] = []
    for (let n = 0; n < 4; n += 1) owners.push(await seed({ address }))
    for (const owner of owners) await send(Array.from({ length: 5 }, () => mailTo(owner)))
    expect(await countTo(address)).toBe(10)
  })

  it('are at most 60 codes a day, whichever accounts they are for', async () => {
    const address = 'coded@example.com'
    const owners: Owner[] = []
    for (let n = 0; n < 7; n += 1) owners.push(await seed({ isConfirmed: false, address }))
    const sent: SystemMail[] = []
    for (const owner of owners)
      sent.push(...(await send(Array.from({ length: 10 }, () => mailTo(owner, 'address code')))))
    expect(sent).toHaveLength(60)
    expect(await countTo(address)).toBe(60)
  })
})

it('a system mail that is rolled back is neither queued nor counted', async () => {
  const owner = await seed()
  const failing = database.db.transaction(async (tx) => {
    await sendSystemMails(
      tx,
      Array.from({ length: 5 }, () => mailTo(owner)),
      { ...tools, queue },
    )
    throw new Error('The change failed.')
  })
  await expect(failing).rejects.toThrow('The change failed.')
  await send([mailTo(owner)])
  expect(await queuedTo(owner.address)).toMatchObject([{ subject: 'About: token created' }])
})

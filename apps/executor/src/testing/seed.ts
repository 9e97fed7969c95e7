import { dueChannel } from '@knockwire/db/channels'
import type { Database } from '@knockwire/db/client'
import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import type { StoredRequest } from '@knockwire/db/stored-json'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { Plan } from '@knockwire/domain/plans/plans'
import { sql } from 'drizzle-orm'

export interface SeedAccount {
  plan?: Plan
  isVerified?: boolean
}

export const seedAccount = async (db: Database, { plan = 'SUPER', isVerified = true }: SeedAccount = {}) => {
  const id = uuidv7()
  const email = `${id}@example.com`
  await db.insert(accounts).values({ id, email, firstName: 'Ada', lastName: 'Example', plan, createdAt: new Date() })
  if (isVerified) await db.insert(verifiedEmails).values({ accountId: id, address: email, verifiedAt: new Date() })
  return { id, email }
}

export interface SeedTask {
  accountId: string
  uri: string
  name?: string
  request?: Partial<StoredRequest>
  schedule?: Partial<typeof schedules.$inferInsert>
  isDraft?: boolean
}

const plainRequest = (uri: string): StoredRequest => ({
  uri,
  method: 'GET',
  headers: [],
  body: null,
  basicAuth: { status: 'DISABLED', username: '', password: null },
  followRedirect: true,
  allowInsecureCerts: false,
})

/** Active and due just now, every hour, unless it is said otherwise. */
export const seedTasks = async (db: Database, wanted: readonly SeedTask[]): Promise<string[]> => {
  const now = new Date()
  const rows = wanted.map((task) => ({ id: uuidv7(), ...task }))
  const chunk = 1000
  for (let from = 0; from < rows.length; from += chunk) {
    const part = rows.slice(from, from + chunk)
    await db.insert(tasks).values(
      part.map(({ id, accountId, uri, name, request, isDraft = false }) => ({
        id,
        accountId,
        name: name ?? null,
        isDraft,
        request: { ...plainRequest(uri), ...request },
        createdAt: now,
        updatedAt: now,
      })),
    )
    await db.insert(schedules).values(
      part.map(({ id, accountId, schedule }) => ({
        taskId: id,
        accountId,
        mode: 'INTERVAL' as const,
        status: 'ACTIVE' as const,
        intervalSecond: 3600,
        anchorAt: now,
        dueAt: now,
        ...schedule,
      })),
    )
  }
  await db.execute(sql`select pg_notify(${dueChannel}, '')`)
  return rows.map(({ id }) => id)
}

export const seedTask = async (db: Database, task: SeedTask): Promise<string> => {
  const [id = ''] = await seedTasks(db, [task])
  return id
}

import type { Database } from '@knockwire/db/client'
import { notifications, ruleVersionSql } from '@knockwire/db/schema/notifications'
import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { receivedRequests, undecidedRequests } from '@knockwire/db/schema/receivers'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { Condition } from '@knockwire/domain/conditions/condition'
import { defaultRequestCondition } from '@knockwire/domain/conditions/condition-rules'
import type { Firing } from '@knockwire/domain/notifications/firing'
import { defaultFiring } from '@knockwire/domain/notifications/firing-rules'
import { sql } from 'drizzle-orm'
import { emailTo } from './seed.ts'

interface Sent {
  method?: 'GET' | 'POST'
  headers?: [name: string, value: string][]
  body?: string
}

/** A receiver, of which a test records requests as the ingress does. */
export const seedReceiver = async (db: Database) => {
  const { id: receiverId, accountId } = await insertTestReceiver(db, { plan: 'SUPER', name: 'Orders' })
  const address = `${accountId}@example.com`
  await db.insert(verifiedEmails).values({ accountId, address, verifiedAt: new Date() })
  const rules = new Map<string, string>()

  /** A notification by mail of the requests that meet the condition. */
  const watch = async (condition: Partial<Condition>, firing: Partial<Firing> = {}): Promise<string> => {
    const [id, now] = [uuidv7(), new Date()]
    await db.insert(notifications).values({
      id,
      accountId,
      receiverId,
      type: 'EMAIL',
      condition: { ...defaultRequestCondition, ...condition },
      firing: { ...defaultFiring, ...firing },
      setting: emailTo(address, {
        subject: '[{{ alert.state }}] {{ receiver.name }}: {{ alert.summary }}',
        template: '{{ condition.description }}, {{ condition.value }}, {{ alert.count }}, {{ request.body }}',
      }),
      createdAt: now,
      updatedAt: now,
    })
    const { rows } = await db.execute<{ version: string }>(
      sql`select ${sql.raw(ruleVersionSql)} as version from notifications n where n.id = ${id}`,
    )
    rules.set(id, rows[0]?.version ?? '')
    return id
  }

  /** In this order, in one transaction. */
  const record = async (...requests: Sent[]): Promise<string[]> => {
    const rows = requests.map((sent) => ({ id: uuidv7(), sent }))
    await db.transaction(async (tx) => {
      await tx.insert(receivedRequests).values(
        rows.map(({ id, sent: { method = 'POST', headers = [['Content-Type', 'application/json']], body = '' } }) => ({
          id,
          receiverId,
          createdAt: new Date(),
          method,
          url: '/',
          remoteAddress: '203.0.113.7',
          responseCode: 200,
          requestHeaders: headers,
          requestBody: Buffer.from(body),
          responseBody: '',
          contentType: 'text/plain',
        })),
      )
      const ruleVersions = Object.fromEntries(rules)
      await tx
        .insert(undecidedRequests)
        .values(rows.map(({ id: requestId }) => ({ receiverId, accountId, requestId, ruleVersions })))
    })
    return rows.map(({ id }) => id)
  }
  return { receiverId, accountId, address, watch, record }
}

export const jsonBody = (value: unknown): Sent => ({ body: JSON.stringify(value) })

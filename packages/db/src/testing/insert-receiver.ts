import { randomBytes } from 'node:crypto'
import type { Plan } from '@knockwire/domain/plans/plan'
import type { Database } from '../client.ts'
import { receivers } from '../schema/receivers.ts'
import { uuidv7 } from '../uuidv7.ts'
import { insertTestAccount } from './insert-account.ts'

type Receiver = typeof receivers.$inferSelect
type Changes = Partial<Omit<Receiver, 'id' | 'accountId' | 'token'>> & { plan?: Plan }

/** An active receiver of a new account, for tests of what is sent to one. */
export const insertTestReceiver = async (
  db: Database,
  { plan = 'FREE', ...changes }: Changes = {},
): Promise<Receiver> => {
  const { accountId } = await insertTestAccount(db, { plan })
  const now = new Date()
  const receiver: Receiver = {
    id: uuidv7(),
    accountId,
    token: randomBytes(16).toString('base64url'),
    name: 'Receiver 1',
    status: 'ACTIVE',
    isDraft: false,
    key: null,
    description: null,
    labels: {},
    managedBy: null,
    responseCode: 200,
    contentType: 'text/plain',
    responseBody: '',
    version: 1,
    fieldVersions: {},
    createdAt: now,
    updatedAt: now,
    ...changes,
  }
  await db.insert(receivers).values(receiver)
  return receiver
}

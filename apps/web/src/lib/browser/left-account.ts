import { readSession, writeSession } from '../session/storage.ts'

const key = 'left-account'

/** The account whose page this tab has left because the session was in another one, and whose session that was. */
interface LeftAccount {
  id: string
  name: string
  userId: string | null
}

/** Null: it has been said. */
export const storeLeftAccount = (left: LeftAccount | null): boolean => writeSession(key, left)

/** Undefined where it was somebody else's: they learn nothing of it. */
export const readLeftAccount = (userId: string): LeftAccount | undefined =>
  readSession(key, (stored) =>
    (stored as LeftAccount | null)?.userId === userId ? (stored as LeftAccount) : undefined,
  )

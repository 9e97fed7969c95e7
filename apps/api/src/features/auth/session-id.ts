import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits; nothing can be read from it. */
export const newSessionId = () => randomBytes(32).toString('base64url')

/** What is kept instead of the id, so that a copy of the table opens no session. */
export const hashSessionId = (id: string) => createHash('sha256').update(id).digest('hex')

import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Of version 8, which is for ids of one's own making: the API refuses what is no UUID. */
export const idOf = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-a$4-$5')

export const requestOf = (uri: string, method: string, body: string | null = null) => ({
  uri,
  method,
  headers: [],
  body,
  basicAuth: { status: 'DISABLED', username: '', password: null },
  followRedirect: true,
  allowInsecureCerts: false,
})

/** The setting of a notification by HTTP. */
export const hookOf = (uri: string, body: string) => ({ type: 'HTTP', request: requestOf(uri, 'POST', body) })

const receiverSql = `
  insert into receivers (id, account_id, token, name, status, response_code, content_type, response_body, created_at, updated_at)
  values ($1, $2, $3, $4, 'ACTIVE', 200, 'text/plain', 'ok', now(), now())`

export const insertReceiver = async (
  pool: pg.Pool,
  { id, accountId, token, name }: { id: string; accountId: string; token: string; name: string },
): Promise<void> => {
  await pool.query(receiverSql, [id, accountId, token, name])
}

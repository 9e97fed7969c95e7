import { SystemMailJob } from '@knockwire/domain/jobs'
import type { TestApp } from './test-app.ts'

/** The product's own mails that were handed to the queue for an address, oldest first. */
export const mailsTo = async ({ pool }: TestApp, address: string): Promise<SystemMailJob[]> => {
  const { rows } = await pool.query<{ data: unknown }>(
    `select data from pgboss.job where name = 'system-mail' and data->>'to' = $1 order by created_on`,
    [address],
  )
  return rows.map(({ data }) => SystemMailJob.parse(data))
}

/** The code of the newest mail to an address. */
export const codeMailedTo = async (test: TestApp, address: string): Promise<string> => {
  const code = (await mailsTo(test, address)).at(-1)?.text.match(/\b\d{6}\b/)?.[0]
  if (code === undefined) throw new Error(`No code was mailed to ${address}.`)
  return code
}

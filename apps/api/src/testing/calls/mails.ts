import { SystemMailJob } from '@knockwire/domain/jobs'
import type { TestApp } from '../test-app.ts'

/** The product's own mails that were handed to the queue for an address, oldest first. */
export const mailsTo = async ({ pool }: TestApp, address: string): Promise<SystemMailJob[]> => {
  const { rows } = await pool.query<{ data: unknown }>(
    `select data from pgboss.job where name = 'system-mail' and data->>'to' = $1 order by created_on`,
    [address],
  )
  return rows.map(({ data }) => SystemMailJob.parse(data))
}

/** The code in a mail: six digits that confirm an address, or the groups that reset a password. */
export const codeIn = (mail: SystemMailJob | undefined): string => {
  const code = mail?.text.match(/\b(\d{6}|[0-9A-Z]{4}(-[0-9A-Z]{4}){2})\b/)?.[0]
  if (code === undefined) throw new Error('The mail holds no code.')
  return code
}

/** The code of the newest mail to an address. */
export const codeMailedTo = async (test: TestApp, address: string): Promise<string> =>
  codeIn((await mailsTo(test, address)).at(-1))

import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import type { MailOutcome } from '../metrics/mail-metrics.ts'
import { createTestContext, startTestExecutor, useTestDatabase } from '../testing/test-executor.ts'
import { startWorkers } from './mail-workers.ts'

const { db, url, stopAfter } = await useTestDatabase()
const code = { to: 'ada@example.com', subject: 'Your code', text: 'It is 123456.' }

it('a mail of the server itself is counted by kind and outcome, and a failure is one line that names its job, kind and account', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const mailed = vi.fn<(kind: string, outcome: MailOutcome) => void>()
  const mail = { kind: 'smtp', url: 'smtp://127.0.0.1:1', from: 'no-reply@knockwire.example' } as const
  const { context, errors, close } = await createTestContext(url, { settings: { mail } })
  await using _closed = { [Symbol.asyncDispose]: close }
  await startWorkers({ ...context, log }, mailed)
  const accountId = '0192d9d0-0000-7000-8000-000000000001'
  await db.transaction((tx) => context.queue.send(tx, 'system-mail', [{ ...code, kind: 'reset code', accountId }]))
  await expect.poll(() => mailed.mock.calls).toEqual([['reset code', 'retry']])
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 50,
      msg: 'mail failed',
      job: 'system-mail',
      kind: 'reset code',
      accountId,
      attempt: 1,
      outcome: 'retry',
    }),
  ])
  expect(errors).toEqual([])
  await expect
    .poll(async () => (await db.execute(sql`select state from pgboss.job where name = 'system-mail'`)).rows)
    .toEqual([{ state: 'retry' }])
  await db.execute(sql`update pgboss.job set retry_count = 5, start_after = now() where name = 'system-mail'`)
  context.queue.announce('system-mail')
  await expect.poll(() => mailed.mock.calls.at(-1)).toEqual(['reset code', 'failed'])
})

it('a mail of the server itself is counted as rejected where the server cannot send mail', async () => {
  const executor = await startTestExecutor(url, { settings: { mail: { kind: 'none' } } })
  stopAfter(executor.stop)
  await executor.context.queue.send(db, 'system-mail', [{ ...code, kind: 'address code' }])
  const metrics = async () => (await fetch(`http://127.0.0.1:${executor.operatorPort}/metrics`)).text()
  await expect.poll(metrics).toContain('knockwire_system_mails_total{kind="address_code",outcome="rejected"} 1')
  expect(await metrics()).toContain('knockwire_system_mails_total{kind="reset_code",outcome="failed"} 0')
})

import type { SystemMailJob } from '@knockwire/domain/jobs'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { startSmtpPeer } from '../testing/peers/smtp-peer.ts'
import { startTestExecutor, useTestDatabase, type TestExecutor } from '../testing/test-executor.ts'

const code: SystemMailJob = { to: 'ada@example.com', subject: 'Your code', text: 'It is 123456.' }

describe("the product's own mail", async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  const smtp = await startSmtpPeer()
  stopAfter(smtp.close)

  const start = async (settings: Parameters<typeof startTestExecutor>[1]) => {
    const executor = await startTestExecutor(url, settings)
    stopAfter(executor.stop)
    return executor
  }
  const send = ({ context }: TestExecutor, ...mails: SystemMailJob[]) =>
    db.transaction((tx) => context.queue.send(tx, 'system-mail', mails))
  const jobs = async () => {
    const { rows } = await db.execute<{ state: string; tries: number }>(sql`
      select state, retry_count as tries from pgboss.job where name = 'system-mail' order by created_on desc, id`)
    return rows
  }

  it('goes out once its transaction is committed, and no line break gets into a header', async () => {
    const mail = { kind: 'smtp', url: smtp.url, from: 'Knockwire <no-reply@knockwire.example>' } as const
    const executor = await start({ settings: { mail } })
    await expect(
      db.transaction(async (tx) => {
        await executor.context.queue.send(tx, 'system-mail', [{ ...code, subject: 'Never' }])
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await send(executor, code, { ...code, subject: 'Task deactivated: a\r\nBcc: everyone@example.com' })
    await expect.poll(() => smtp.mails.length).toBe(2)
    const subjects = smtp.mails.map(({ headers }) => headers.get('subject'))
    expect(new Set(subjects)).toEqual(new Set(['Task deactivated: a Bcc: everyone@example.com', 'Your code']))
    for (const { from, to, headers, raw } of smtp.mails) {
      expect({ from, to }).toEqual({ from: 'no-reply@knockwire.example', to: ['ada@example.com'] })
      expect(headers.has('bcc')).toBe(false)
      expect(raw).toContain('It is 123456.')
    }
  })

  it('is not retried where it is rejected permanently, and is where it is not', async () => {
    const mail = { kind: 'smtp', url: smtp.url, from: 'no-reply@knockwire.example' } as const
    const executor = await start({ settings: { mail } })
    smtp.answer(550)
    await send(executor, code)
    await expect.poll(async () => (await jobs())[0]?.state).toBe('completed')
    smtp.answer(451)
    await send(executor, code)
    await expect.poll(async () => (await jobs())[0]?.state).toBe('retry')
    smtp.answer('take')
  })
})

import { devOutbox } from '@knockwire/db/schema/outbox'
import { plans } from '@knockwire/domain/plans/plans'
import { readUsage } from '@knockwire/services/usage/usage'
import { desc } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedAccount, textTo } from '../testing/rows/seed.ts'
import { seedDelivery, type DeliverySeed, untilDone } from '../testing/rows/seed-delivery.ts'
import { startTestDeliveries, useTestDatabase } from '../testing/test-executor.ts'
describe('a template', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let workers: Awaited<ReturnType<typeof startTestDeliveries>>
  beforeAll(async () => {
    workers = await startTestDeliveries(url)
    stopAfter(workers.stop)
  })
  const deliver = async (template: string, seed: Partial<DeliverySeed> = {}) => {
    const { id: accountId } = await seedAccount(db)
    const id = await seedDelivery(workers, { accountId, setting: textTo('+16045550199', template), ...seed })
    const delivery = await untilDone(db, id)
    return { delivery, used: await readUsage(db, { kind: 'sms', accountId, limits: plans.SUPER, nowMs: Date.now() }) }
  }

  it.each([
    ['is broken', 'a\n{% if %}'],
    ['has a filter that is not known', '{{ task.name | shout }}'],
    ['never ends', '{% for i in (1..9999) %}{% for j in (1..9999) %}{% assign x = j %}{% endfor %}{% endfor %}'],
    ['makes too much', '{% for i in (1..9999) %}{{ response.body }}{% endfor %}'],
    ['is nested deeply', `${'{% if true %}'.repeat(20_000)}x${'{% endif %}'.repeat(20_000)}`],
    ['makes nothing', '  {{ execution.error }} '],
  ])('that %s sends nothing, says so, and is not counted', async (_what, template) => {
    const { delivery, used } = await deliver(template, { body: 'x'.repeat(100_000) })
    expect(delivery).toMatchObject({ status: 'FAILED', attempts: 1, error: expect.stringMatching(/\.$/) })
    expect(used).toBe(0)
  })

  it.each([
    '{{ __proto__ }}{{ task.constructor.name }}{{ task.__proto__.toString }}',
    '{{ "x" | constructor }}{% include "/etc/passwd" %}',
    '{% render "secrets" %}',
  ])('reaches nothing but its variables: %s', async (template) => {
    await deliver(`[${template}]`)
    const [newest] = await db.select().from(devOutbox).orderBy(desc(devOutbox.id)).limit(1)
    expect(newest?.body ?? '[]').toBe('[]')
  })

  it('is filled in from a body of a megabyte', async () => {
    const body = JSON.stringify({ items: Array.from({ length: 9000 }, (_, at) => ({ at, text: 'x'.repeat(90) })) })
    const { delivery } = await deliver('{{ response.body | json: "$.items[8999].at" }}', { body })
    expect(delivery.status).toBe('DELIVERED')
    const [newest] = await db.select().from(devOutbox).orderBy(desc(devOutbox.id)).limit(1)
    expect(newest?.body).toBe('8999')
  })

  it('nothing went wrong meanwhile', () => {
    expect(workers.errors).toEqual([])
  })
})

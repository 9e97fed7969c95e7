import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { expect, it, onTestFinished } from 'vitest'
import { createQueue } from './queue.ts'

const subjects = Array.from({ length: 20 }, (_, index) => `Mail ${index}`)

it('a worker goes on with what is in line, without waiting for the announcement of each job', async () => {
  const { db, pool, url, close } = await createTestDatabase()
  onTestFinished(close)
  const errors: Error[] = []
  const queue = createQueue({ url, pool, isWorker: true, onError: (error) => void errors.push(error) })
  onTestFinished(() => queue.stop())
  await queue.start()
  const seen: string[] = []
  await queue.work('system-mail', { concurrency: 2 }, async ({ data }) => void seen.push(data.subject))

  const mails = subjects.map((subject) => ({ to: 'ada@example.com', subject, text: 'Hello.' }))
  await queue.send(db, 'system-mail', mails)
  // Less than the time between two looks at the queue.
  await expect.poll(() => seen.toSorted()).toEqual(subjects.toSorted())
  expect(errors).toEqual([])
})

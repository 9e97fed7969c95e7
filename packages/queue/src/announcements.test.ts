import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAnnouncements } from './announcements.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const setUp = (announce: () => Promise<void> = async () => {}) => {
  const made: string[] = []
  const errors: Error[] = []
  const announcements = createAnnouncements({
    announce: (name) => {
      made.push(name)
      return announce()
    },
    onError: (error) => void errors.push(error),
  })
  return { announcements, made, errors }
}

it('the first is sent at once, and those that follow shortly are sent as one', async () => {
  const { announcements, made } = setUp()
  for (let n = 0; n < 100; n += 1) announcements.announce('run')
  announcements.announce('deliver-sms')
  expect(made).toEqual(['run', 'deliver-sms'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(made).toEqual(['run', 'deliver-sms', 'run'])
  announcements.announce('run')
  expect(made).toHaveLength(4)
})

it('one that fails is reported, and one that waits at the stop is made', async () => {
  const { announcements, made, errors } = setUp(() => Promise.reject(new Error('The database is away')))
  announcements.announce('run')
  announcements.announce('run')
  await announcements.stop()
  expect(made).toEqual(['run', 'run'])
  expect(errors.map(({ message }) => message)).toEqual(['The database is away', 'The database is away'])
})

it('a stop announces nothing again that was announced already', async () => {
  const { announcements, made } = setUp()
  announcements.announce('run')
  await announcements.stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(made).toEqual(['run'])
})

it('a stop waits for the announcements in flight', async () => {
  const sent = Promise.withResolvers<void>()
  const { announcements } = setUp(() => sent.promise)
  announcements.announce('run')
  let isStopped = false
  const stopping = announcements.stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(0)
  expect(isStopped).toBe(false)
  sent.resolve()
  await stopping
})

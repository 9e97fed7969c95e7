import { expect, it, onTestFinished } from 'vitest'
import { Deadline } from './deadline.ts'

const startDeadline = () => {
  const deadline = new Deadline(60_000)
  onTestFinished(() => deadline.clear())
  return deadline
}

it('a call that is stopped twice ends once, for the first reason, and begins no other step', async () => {
  const deadline = startDeadline()
  let closed = 0
  const step = deadline.step('answer', () => () => void (closed += 1))
  deadline.stop('TIMEOUT')
  deadline.stop('INTERRUPTED')
  await expect(step).rejects.toMatchObject({ code: 'TIMEOUT' })
  expect(closed).toBe(1)
  let isBegun = false
  const next = deadline.step('answer', () => {
    isBegun = true
    return undefined
  })
  await expect(next).rejects.toMatchObject({ code: 'TIMEOUT' })
  expect(isBegun).toBe(false)
})

it.each(['resolve', 'reject'] as const)(
  'a step that has ended (%s) is not closed when its call is stopped',
  async (end) => {
    const deadline = startDeadline()
    let closed = 0
    const settled: (() => void)[] = []
    const step = deadline.step('connect', ({ resolve, reject }) => {
      settled.push(() => (end === 'resolve' ? resolve(null) : reject(new Error('no'))))
      return () => void (closed += 1)
    })
    settled.forEach((settle) => settle())
    await Promise.allSettled([step])
    deadline.stop('TIMEOUT')
    expect(closed).toBe(0)
  },
)

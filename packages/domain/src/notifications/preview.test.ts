import { expect, it } from 'vitest'
import { requestLimits } from '../requests/request-rules.ts'
import { PreviewNotificationInput } from './preview.ts'

const shape = PreviewNotificationInput.shape
const template = (length: number) => shape.templates.safeParse({ emailTemplate: 'a'.repeat(length) }).success
const task = (fields: object) => shape.task.safeParse(fields).success

it('a preview takes templates of the length that is stored, and none that is longer', () => {
  expect([0, requestLimits.bodyLength, requestLimits.bodyLength + 1].map(template)).toEqual([true, true, false])
})

it('a preview takes a task as it is typed, with the lengths that are stored', () => {
  expect([{}, { name: null }, { uri: '' }, { name: ' '.repeat(300) }].map(task)).toEqual([true, true, true, true])
  expect([200, 201].map((length) => task({ name: 'a'.repeat(length) }))).toEqual([true, false])
  const { uriLength } = requestLimits
  expect([uriLength, uriLength + 1].map((length) => task({ uri: 'a'.repeat(length) }))).toEqual([true, false])
})

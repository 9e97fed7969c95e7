import { expect, it } from 'vitest'
import { begunCondition } from './begun-notification.ts'
import { notificationQuery } from './notification-query.ts'

it.each([
  ['"Oolong & co"', 'Oolong & co'],
  ['1.10', '1.10'],
  ['true', 'true'],
  [JSON.stringify('x'.repeat(300)), ''],
  ['"cut', '"cut'],
])('a notification that is begun at the value %s is about its path, and has it to compare with', (written, value) => {
  const search = new URLSearchParams(notificationQuery("$.a['b c']", written))
  expect(begunCondition(search)).toMatchObject({
    source: 'response_body_json',
    property: "$.a['b c']",
    comparison: 'has_changed',
    rightValue: value,
  })
})

it('other addresses begin no notification', () => {
  expect(begunCondition(new URLSearchParams('page=2'))).toBeNull()
})

import { isMetBy } from '@knockwire/domain/conditions/evaluate'
import { expect, it } from 'vitest'
import { beginsNotification, begunCondition } from './begun-notification.ts'
import { notificationQuery, presetParam, presetQuery } from './notification-query.ts'

it.each([
  ['"Oolong & co"', 'Oolong & co'],
  ['1.10', '1.10'],
  ['true', 'true'],
  [JSON.stringify('x'.repeat(300)), ''],
  ['"cut', '"cut'],
])('a notification that is begun at the value %s is about its path, and has it to compare with', (written, value) => {
  const source = 'response_body_json'
  const search = new URLSearchParams(notificationQuery({ source, property: "$.a['b c']", written }))
  expect(beginsNotification(search)).toBe(true)
  expect(begunCondition(search, true)).toMatchObject([
    { source, property: "$.a['b c']", comparison: 'has_changed', rightValue: value },
  ])
})

it('a notification that is begun at an element is about its selector', () => {
  const source = 'response_body_html_element'
  const search = new URLSearchParams(notificationQuery({ source, property: '#price', written: '7 €' }))
  expect(begunCondition(search, true)).toMatchObject([
    { source, property: '#price', comparison: 'has_changed', rightValue: '7 €' },
  ])
})

it('a notification that is begun with a preset has its comparisons, of which an account with one condition gets the first: no response', () => {
  const search = new URLSearchParams(presetQuery('down'))
  expect(beginsNotification(search)).toBe(true)
  expect(begunCondition(search, true)).toMatchObject([
    { comparison: 'is_null', alternative: 0 },
    { comparison: 'number_greater_than_or_equal_to', rightValue: '400', alternative: 1 },
  ])
  const single = begunCondition(search, false)
  expect(single).toMatchObject([{ source: 'response_code', comparison: 'is_null' }])
  const noResponse = { value: null, problem: 'No response' }
  expect(single?.map(({ key: _key, alternative: _alternative, ...operand }) => isMetBy(operand, noResponse))).toEqual([
    true,
  ])
})

it('other addresses begin no notification', () => {
  expect(begunCondition(new URLSearchParams('page=2'), true)).toBeNull()
  expect(beginsNotification(new URLSearchParams('page=2'))).toBe(false)
  expect(begunCondition(new URLSearchParams({ [presetParam]: 'toString' }), true)).toBeNull()
})

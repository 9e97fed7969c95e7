import { expect, it } from 'vitest'
import { taskFieldKeyOf } from './field-keys.ts'

it.each([
  ['name', 'name'],
  ['scheduler.intervalSecond', 'intervalSecond'],
  ['scheduler.expression', 'cronExpression'],
  ['scheduler.timezone', 'timezone'],
  ['scheduler.oneTimeModeEpochSecond', 'oneTimeModeEpochSecond'],
  ['scheduler.oneTimeModeTimezone', 'oneTimeModeTimezone'],
  ['request.target.uri', 'requestUrl'],
  ['request.target.headers.3.1', 'requestHeaders'],
  ['request.target.body', 'requestBody'],
  ['request.target.basicAuth.username', 'requestBasicAuthUsername'],
  ['request.target.basicAuth.password', 'requestBasicAuthPassword'],
  ['request.target.basicAuth', undefined],
  ['request.target', undefined],
  ['request.other.uri', undefined],
  ['other.target.uri', undefined],
  ['scheduler', undefined],
])('an error of a task at %s is shown under the key %s', (path, key) => {
  expect(taskFieldKeyOf(path.split('.'))).toBe(key)
})

import { expect, it } from 'vitest'
import { editedParts } from './edited-parts.ts'

it('what was edited by hand is named as screens name it, each part once', () => {
  const paths = [
    '/name',
    '/scheduler/intervalSecond',
    '/scheduler/mode',
    '/charts/time/name',
    '/responseBody',
    '/labels',
  ]
  expect(editedParts(paths)).toEqual(['name', 'schedule', 'bookmarks', 'response', 'labels'])
})

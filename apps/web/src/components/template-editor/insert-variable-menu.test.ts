import { describe, expect, it } from 'vitest'
import { insertText, variableTag } from './insert-variable-menu.tsx'

describe('The insert-variable menu inserts', () => {
  const tag = variableTag({ name: 'task.name' })

  it.each([
    ['at the caret', 'ab', { start: 1, end: 1 }, 'a{{ task.name }}b', 16],
    ['at the end', 'ab', { start: 2, end: 2 }, 'ab{{ task.name }}', 17],
    ['over what is selected', 'abc', { start: 0, end: 2 }, '{{ task.name }}c', 15],
    ['into nothing', '', { start: 0, end: 0 }, '{{ task.name }}', 15],
  ])('%s, with the caret behind it', (_where, text, selection, result, caret) => {
    expect(insertText(text, selection, tag)).toEqual({ text: result, caret })
  })
})

import { describe, expect, it } from 'vitest'
import { isCurrent, navLinks } from './navigation.tsx'

describe('top navigation', () => {
  it('[SH-03, SH-04, SH-05, SH-06, SH-07, SH-08] has its links, Docs and Blog in a new tab', () => {
    expect(navLinks.map(({ label, isNewTab = false }) => [label, isNewTab])).toEqual([
      ['Overview', false],
      ['Tasks', false],
      ['Receivers', false],
      ['Mortgage Rates', false],
      ['Docs', true],
      ['Blog', true],
      ['Support', false],
    ])
  })

  it.each([
    ['/dashboard/overview', '/dashboard/overview', true],
    ['/dashboard/overview', '/dashboard', false],
    ['/dashboard/tasks', '/dashboard', true],
    ['/dashboard/tasks', '/dashboard/', true],
    ['/dashboard/tasks', '/dashboard/tasks/1/executions', true],
    ['/dashboard/tasks', '/dashboard/drafts/1', true],
    ['/dashboard/tasks', '/dashboard/receivers', false],
    ['/dashboard/receivers', '/dashboard/receivers/1', true],
    ['/dashboard/receivers', '/dashboard/receivers-old', false],
  ])('%s is current at %s: %s', (to, pathname, expected) => expect(isCurrent(to, pathname)).toBe(expected))
})

import { describe, expect, it } from 'vitest'
import { shortcutOf } from './shortcuts.ts'

const key = (name: string, atMs = 0) => ({ key: name, atMs })

describe('keyboard shortcuts', () => {
  it('focuses search on "/" and lists shortcuts on "?"', () => {
    expect(shortcutOf(key('/'), undefined)).toBe('search')
    expect(shortcutOf(key('?'), key('g'))).toBe('help')
  })

  it('goes to the overview and the lists on "g o", "g t" and "g r"', () => {
    expect(shortcutOf(key('o', 400), key('g'))).toBe('overview')
    expect(shortcutOf(key('t', 400), key('g'))).toBe('tasks')
    expect(shortcutOf(key('r', 400), key('g'))).toBe('receivers')
  })

  it('does nothing on a single letter, a wrong order, or a second key that comes too late', () => {
    expect(shortcutOf(key('t'), undefined)).toBeUndefined()
    expect(shortcutOf(key('g', 100), key('t'))).toBeUndefined()
    expect(shortcutOf(key('t', 2_000), key('g'))).toBeUndefined()
  })
})

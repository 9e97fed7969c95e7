import { describe, expect, it } from 'vitest'
import { signInPath } from './session.ts'

describe('sign-in path', () => {
  it('[SH-18] encodes the current path and query', () => {
    expect(signInPath({ pathname: '/dashboard/tasks', search: '?search=a b&page=2' })).toBe(
      '/signin?returnUrl=%2Fdashboard%2Ftasks%3Fsearch%3Da%20b%26page%3D2',
    )
  })
})

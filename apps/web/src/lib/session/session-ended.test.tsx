import { expect, it } from 'vitest'
import { openFrame } from '../../testing/open-frame.ts'
import type * as Session from './session.ts'

/** A window, and what its page knows of the session: afresh after each reload. */
async function openWindow() {
  const frame = await openFrame()
  return { loads: frame.loads, session: () => frame.load<typeof Session>('lib/session/session.ts') }
}

it('[ER-43] a session that has ended reloads the page once, and again only ten seconds later: a call that is always rejected reloads no page for ever', async () => {
  const { loads, session } = await openWindow()
  const first = await session()
  first.markSignedIn()
  first.reloadOnSignedOut(100_000)
  first.reloadOnSignedOut(100_001)
  await expect.poll(loads).toBe(2)

  const second = await session()
  second.markSignedIn()
  second.reloadOnSignedOut(105_000)
  expect(second.isSignedInOnPage()).toBe(true)
  second.reloadOnSignedOut(110_001)
  expect(second.isSignedInOnPage()).toBe(false)
  await expect.poll(loads).toBe(3)
})

it('the page of a visitor is not reloaded', async () => {
  const { loads, session } = await openWindow()
  const visitor = await session()
  visitor.reloadOnSignedOut(100_000)
  expect(window.sessionStorage.getItem('knockwire.reloaded-at')).toBeNull()
  expect(loads()).toBe(1)
})

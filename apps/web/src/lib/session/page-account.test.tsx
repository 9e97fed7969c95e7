import { expect, it } from 'vitest'
import { openFrame } from '../../testing/open-frame.ts'
import type * as LeftAccount from '../browser/left-account.ts'
import type * as PageAccount from './page-account.ts'
import type * as Storage from './storage.ts'

const accountOf = (id: string, userId: string) => ({
  id,
  name: `Team ${id}`,
  user: { id: userId, email: '', firstName: '', lastName: '' },
})

/** A window of the browser in which a page has just been loaded. */
async function openWindow() {
  const frame = await openFrame()
  const [page, storage, left] = await Promise.all([
    frame.load<typeof PageAccount>('lib/session/page-account.ts'),
    frame.load<typeof Storage>('lib/session/storage.ts'),
    frame.load<typeof LeftAccount>('lib/browser/left-account.ts'),
  ])
  return { ...page, ...storage, ...left, path: () => frame.window.location.pathname }
}

it('what a window stores belongs to the account of its page, no matter who has signed in with the browser since', async () => {
  const ada = await openWindow()
  void ada.setPageAccount(accountOf('ada', 'user of ada'))
  const bob = await openWindow()
  void bob.setPageAccount(accountOf('bob', 'user of bob'))
  bob.writeStored(bob.accountKey('sort'), 'name')

  ada.writeStored(ada.accountKey('sort'), 'createdAt')
  expect(ada.readStored(ada.accountKey('sort'), String)).toBe('createdAt')
  expect(bob.readStored(bob.accountKey('sort'), String)).toBe('name')

  void ada.leaveToOtherAccount()
  expect(
    Object.keys(window.localStorage)
      .filter((key) => key.startsWith('knockwire.'))
      .toSorted(),
  ).toEqual(['knockwire.account.bob.sort', 'knockwire.account.id'])
  await expect.poll(ada.path).toBe('/dashboard')
  expect(bob.path()).not.toBe('/dashboard')
})

it('a page that does not know its account yet reads what is stored of the account that the browser showed last', async () => {
  const earlier = await openWindow()
  void earlier.setPageAccount(accountOf('ada', 'user of ada'))
  earlier.writeStored(earlier.accountKey('sort'), 'name')
  const later = await openWindow()
  expect(later.readStored(later.accountKey('sort'), String)).toBe('name')
})

it('a page is left where another member of its account has signed in with the browser', async () => {
  const ada = await openWindow()
  void ada.setPageAccount(accountOf('team', 'ada'))
  expect(ada.identityHeaders()).toEqual({ 'knockwire-account': 'team', 'knockwire-user': 'ada' })
  expect(ada.isOfOthers(new Headers({ 'knockwire-account': 'team', 'knockwire-user': 'ada' }))).toBe(false)
  expect(ada.isOfOthers(new Headers({ 'knockwire-account': 'team', 'knockwire-user': 'bob' }))).toBe(true)
  void ada.setPageAccount(accountOf('team', 'bob'))
  await expect.poll(ada.path).toBe('/dashboard')
})

it('a page that was left says which account it was of, to the same user alone and until they have read it', async () => {
  const bob = await openWindow()
  expect(bob.readLeftAccount('bob')).toBeUndefined()
  void bob.setPageAccount(accountOf('acme', 'bob'))
  void bob.leaveToOtherAccount()
  await expect.poll(bob.path).toBe('/dashboard')
  const next = await openWindow()
  expect(next.readLeftAccount('eve')).toBeUndefined()
  expect(next.readLeftAccount('bob')).toEqual({ id: 'acme', name: 'Team acme', userId: 'bob' })
  next.storeLeftAccount(null)
  expect(next.readLeftAccount('bob')).toBeUndefined()
})

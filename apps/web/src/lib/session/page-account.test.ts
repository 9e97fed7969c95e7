import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** The browser's storage: an object whose keys are what is stored. */
const storageOf = (): Storage =>
  Object.defineProperties({} as Storage, {
    getItem: {
      value(this: Record<string, string>, key: string) {
        return this[key] ?? null
      },
    },
    setItem: {
      value(this: Record<string, string>, key: string, value: string) {
        this[key] = value
      },
    },
    removeItem: {
      value(this: Record<string, string>, key: string) {
        delete this[key]
      },
    },
  })

const accountOf = (id: string, userId: string) => ({
  id,
  name: `Team ${id}`,
  user: { id: userId, email: '', firstName: '', lastName: '' },
})

let local: Storage
let assigned: string[]
beforeEach(() => {
  local = storageOf()
  assigned = []
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A window of the browser in which a page has just been loaded; what its calls do is done in that window. */
async function openWindow() {
  const window = {
    localStorage: local,
    sessionStorage: storageOf(),
    location: { assign: (url: string) => assigned.push(url) },
  }
  vi.resetModules()
  const [page, storage, left] = await Promise.all([
    import('./page-account.ts'),
    import('./storage.ts'),
    import('../browser/left-account.ts'),
  ])
  return { ...page, ...storage, ...left, focus: () => vi.stubGlobal('window', window) }
}

it('what a window stores belongs to the account of its page, no matter who has signed in with the browser since', async () => {
  const ada = await openWindow()
  ada.focus()
  void ada.setPageAccount(accountOf('ada', 'user of ada'))
  const bob = await openWindow()
  bob.focus()
  void bob.setPageAccount(accountOf('bob', 'user of bob'))
  bob.writeStored(bob.accountKey('sort'), 'name')

  ada.focus()
  ada.writeStored(ada.accountKey('sort'), 'createdAt')
  expect(ada.readStored(ada.accountKey('sort'), String)).toBe('createdAt')
  bob.focus()
  expect(bob.readStored(bob.accountKey('sort'), String)).toBe('name')

  ada.focus()
  void ada.leaveToOtherAccount()
  expect(assigned).toEqual(['/dashboard'])
  expect(Object.keys(local)).toEqual(['knockwire.account.id', 'knockwire.account.bob.sort'])
})

it('a page that does not know its account yet reads what is stored of the account that the browser showed last', async () => {
  const earlier = await openWindow()
  earlier.focus()
  void earlier.setPageAccount(accountOf('ada', 'user of ada'))
  earlier.writeStored(earlier.accountKey('sort'), 'name')
  const later = await openWindow()
  later.focus()
  expect(later.readStored(later.accountKey('sort'), String)).toBe('name')
})

it('a page is left where another member of its account has signed in with the browser', async () => {
  const ada = await openWindow()
  ada.focus()
  void ada.setPageAccount(accountOf('team', 'ada'))
  expect(ada.identityHeaders()).toEqual({ 'knockwire-account': 'team', 'knockwire-user': 'ada' })
  expect(ada.isOfOthers(new Headers({ 'knockwire-account': 'team', 'knockwire-user': 'ada' }))).toBe(false)
  expect(ada.isOfOthers(new Headers({ 'knockwire-account': 'team', 'knockwire-user': 'bob' }))).toBe(true)
  void ada.setPageAccount(accountOf('team', 'bob'))
  expect(assigned).toEqual(['/dashboard'])
})

it('a page that was left says which account it was of, to the same user alone and until they have read it', async () => {
  const bob = await openWindow()
  bob.focus()
  expect(bob.readLeft('bob')).toBeUndefined()
  void bob.setPageAccount(accountOf('acme', 'bob'))
  void bob.leaveToOtherAccount()
  expect(bob.readLeft('eve')).toBeUndefined()
  expect(bob.readLeft('bob')).toEqual({ id: 'acme', name: 'Team acme', userId: 'bob' })
  bob.noteLeft(null)
  expect(bob.readLeft('bob')).toBeUndefined()
})

// Of the account: it is forgotten when the session ends (storage.ts).
const key = 'knockwire.account.email-confirmed'

/** Whether the account's address was confirmed when it was last shown with this browser: before it has loaded, a hint. */
export const wasEmailConfirmedHere = (): boolean => {
  try {
    return window.localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export const noteEmailConfirmedHere = (isConfirmed: boolean): void => {
  try {
    if (isConfirmed) window.localStorage.setItem(key, '1')
    else window.localStorage.removeItem(key)
  } catch {
    // The dashboard then waits for the account before it shows a page.
  }
}

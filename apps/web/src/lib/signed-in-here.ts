const key = 'knockwire.signed-in'

/** Whether somebody is, or was lately, signed in with this browser. A hint: the session itself is out of a script's reach. */
export const hasSignedInHere = (): boolean => {
  try {
    return window.localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export const noteSignedInHere = (isSignedIn: boolean): void => {
  try {
    if (isSignedIn) window.localStorage.setItem(key, '1')
    else window.localStorage.removeItem(key)
  } catch {
    // The rates page then treats a signed-in user as a visitor until they subscribe.
  }
}

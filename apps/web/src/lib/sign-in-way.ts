const key = 'knockwire.sign-in-way'

/** How somebody has just signed in, where the dashboard has something to say about it. */
export type SignInWay = 'sign-up' | 'reset'

/** For the dashboard, a document of its own, which is loaded next. */
export function noteSignInWay(way: SignInWay): void {
  try {
    window.sessionStorage.setItem(key, way)
  } catch {
    // The dashboard then opens without a word about it.
  }
}

export function readSignInWay(): SignInWay | null {
  try {
    const way = window.sessionStorage.getItem(key)
    return way === 'sign-up' || way === 'reset' ? way : null
  } catch {
    return null
  }
}

/** Said once: not again where the page is reloaded. */
export function forgetSignInWay(): void {
  try {
    window.sessionStorage.removeItem(key)
  } catch {
    // What cannot be read is not there either.
  }
}

/** `__Host-` binds the cookie to this very origin, which browsers grant over https only. */
export const sessionNames = { https: '__Host-knockwire', http: 'knockwire' } as const

/**
 * A cookie that outlives sessions and says: someone signed in to this account from this browser before. Such a browser
 * has its own allowance of attempts, so that nobody else's wrong passwords keep the owner out (OWASP's "device
 * cookies"). It opens nothing: without the password it is worth a few guesses more.
 */
export const browserNames = { https: '__Host-knockwire-browser', http: 'knockwire-browser' } as const

/** All that the two may be called. */
export const ownCookieNames: readonly string[] = [...Object.values(sessionNames), ...Object.values(browserNames)]

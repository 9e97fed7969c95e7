import { noteSignedInHere } from './signed-in-here.ts'

const key = 'knockwire.reloaded-at'
const minGapMs = 10_000

let hasSession = false

/** Called once the account has loaded: from then on a 401 means that the session has ended. */
export function markSignedIn(): void {
  hasSession = true
  noteSignedInHere(true)
}

export function markSignedOut(): void {
  hasSession = false
  noteSignedInHere(false)
}

/**
 * A 401 on a general call reloads the page, which ends at sign-in [ER-43]. Not where no account has
 * loaded on this page yet (visitors' pages; the dashboard leads to sign-in by itself), and not twice
 * within ten seconds, or one call that is always refused would reload for ever.
 */
export function reloadOnSignedOut(now: number = Date.now()): void {
  if (!hasSession || now - lastReloadAt() < minGapMs || !noteReload(now)) return
  hasSession = false
  window.location.reload()
}

function lastReloadAt(): number {
  try {
    return Number(window.sessionStorage.getItem(key) ?? 0)
  } catch {
    return 0
  }
}

/** False where there is no place to remember the reload: then none is made. */
function noteReload(now: number): boolean {
  try {
    window.sessionStorage.setItem(key, String(now))
    return true
  } catch {
    return false
  }
}

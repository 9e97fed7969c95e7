import { offersMethod } from './instance.ts'

/** Browsers have none for a page at a bare IP address, nor without a secure origin. */
export const canUsePasskeys = (): boolean =>
  offersMethod('passkey') && 'PublicKeyCredential' in window && !/^(\[|[\d.]+$)/.test(window.location.hostname)

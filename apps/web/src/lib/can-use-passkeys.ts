/** Browsers have none for a page at a bare IP address, nor without a secure origin. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^(\[|[\d.]+$)/.test(window.location.hostname)

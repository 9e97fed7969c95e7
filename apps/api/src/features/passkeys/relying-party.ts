import type { Settings } from '../../settings.ts'

/** This site, as authenticators know it. A passkey works at this host name only, so that no phishing page can use it. */
export const relyingParty = ({ publicOrigin }: Settings) => ({
  name: 'Knockwire',
  id: new URL(publicOrigin).hostname,
  origin: publicOrigin,
})

import type { Settings } from '../../../settings.ts'
import { clientNetwork } from '../client-network.ts'
import type { Client } from '../client.ts'
import { knownBrowserId } from '../known-browser.ts'

/** Whose code it is: one that was asked for in a known browser is tried there only, any other from its network only. */
export const resetRequester = (settings: Settings, email: string, client: Client): string => {
  const browserId = knownBrowserId(settings, client.browserCookie, email)
  return browserId === null ? `network:${clientNetwork(client.address)}` : `browser:${browserId}`
}

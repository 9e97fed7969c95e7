import { existsSync } from 'node:fs'
import { installPackage } from './apt.ts'

const places = ['/usr/bin/curl', '/usr/local/bin/curl', '/opt/homebrew/bin/curl']

/** Installs curl where it is missing and can be: what is copied as cURL, and what is pasted, is compared with what curl sends. */
export const ensureCurl = async (): Promise<void> => {
  if (places.some((path) => existsSync(path))) return
  await installPackage('curl', 'the tests of curl commands')
  if (places.some((path) => existsSync(path))) return
  throw new Error('The tests of curl commands need curl: install it (on Debian: apt-get install curl).')
}

import { existsSync } from 'node:fs'
import { installPackage } from './apt.ts'

const directories = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', ...(process.env['PATH'] ?? '').split(':')]

/** Installs a program where it is missing and can be; throws where it is missing nevertheless. */
const ensureProgram = async (name: string, purpose: string): Promise<void> => {
  const isThere = () => directories.some((directory) => existsSync(`${directory}/${name}`))
  if (isThere()) return
  await installPackage(name, purpose)
  if (!isThere()) throw new Error(`${purpose} need ${name}: install it (on Debian: apt-get install ${name}).`)
}

/** What is copied as cURL, and what is pasted, is compared with what curl sends. */
export const ensureCurl = (): Promise<void> => ensureProgram('curl', 'The tests of curl commands')

/** The documented check of signatures is run. */
export const ensurePython = (): Promise<void> => ensureProgram('python3', 'The tests of documented code')

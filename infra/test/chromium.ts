import { existsSync } from 'node:fs'
import { installPackage } from './apt.ts'

/** The headless shell draws nothing for a screen: the journeys take about 40 % less processor time in it. */
const headlessShell = 'chromium-headless-shell'
const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const directories = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome']
const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** The path of the Chromium that is installed, or of the one that KNOCKWIRE_CHROMIUM names. */
export const findChromium = (): string | undefined => {
  const candidates = [...names.flatMap((name) => directories.map((directory) => `${directory}/${name}`)), onMac]
  return [process.env['KNOCKWIRE_CHROMIUM'], ...candidates].find((path) => path && existsSync(path))
}

const install = async (): Promise<void> => {
  // An older Debian has no headless shell, and the browser itself does as well.
  await installPackage(headlessShell, 'the browser tests').catch(() => {})
  if (!findChromium()) await installPackage('chromium', 'the browser tests')
}

/** The path of a Chromium for the browser tests. */
export const ensureChromium = async (): Promise<string> => {
  if (findChromium()?.endsWith(headlessShell) !== true && !process.env['KNOCKWIRE_CHROMIUM']) await install()
  const path = findChromium()
  if (path) return path
  throw new Error(
    'The browser tests need Chromium or Chrome: install it (on Debian: apt-get install chromium-headless-shell), ' +
      'or set KNOCKWIRE_CHROMIUM to its path.',
  )
}

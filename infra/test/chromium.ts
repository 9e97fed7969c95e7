import { existsSync } from 'node:fs'
import { installPackage } from './apt.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome']
const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

const find = (): string | undefined => {
  const candidates = [...places.flatMap((place) => names.map((name) => `${place}/${name}`)), onMac]
  return [process.env['KNOCKWIRE_CHROMIUM'], ...candidates].find((path) => path && existsSync(path))
}

/** The path of a Chromium for the browser tests. */
export const ensureChromium = async (): Promise<string> => {
  if (!find()) await installPackage('chromium', 'the browser tests')
  const path = find()
  if (path) return path
  throw new Error(
    'The browser tests need Chromium or Chrome: install it (on Debian: apt-get install chromium), ' +
      'or set KNOCKWIRE_CHROMIUM to its path.',
  )
}

import { existsSync } from 'node:fs'
import { runProgram } from '../process/run-program.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome']
const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

const find = (): string | undefined => {
  const candidates = [...places.flatMap((place) => names.map((name) => `${place}/${name}`)), onMac]
  return [process.env['KNOCKWIRE_CHROMIUM'], ...candidates].find((path) => path && existsSync(path))
}

/** Debian and its kin, as root: the one place where a browser can be had without asking. */
const canInstall = () => process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')

const install = async (): Promise<void> => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => runProgram({ command: 'apt-get', args, env })
  await apt('update')
  const { code, output } = await apt('install', '-y', '--no-install-recommends', 'chromium')
  if (code !== 0) throw new Error(`Chromium could not be installed:\n${output}`)
}

/** The path of a Chromium for the browser tests. */
export const ensureChromium = async (): Promise<string> => {
  if (!find() && canInstall()) {
    console.log('Installing Chromium for the browser tests (apt-get install chromium).')
    await install()
  }
  const path = find()
  if (path) return path
  throw new Error(
    'The browser tests need Chromium or Chrome: install it (on Debian: apt-get install chromium), ' +
      'or set KNOCKWIRE_CHROMIUM to its path.',
  )
}

import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

export interface Settings {
  url: string | null
  token: string | null
  /** Where `login` keeps both. */
  credentialsFile: string
  /** Where `listen` keeps how far it is. */
  stateFolder: string
  /** Whether colors are not used, whatever the terminal can show (https://no-color.org). */
  isPlain: boolean
  /** Whether problems are also written as GitHub Actions shows them beside the lines of a file. */
  isGitHubActions: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

const isSet = (value: string | undefined): value is string => value !== undefined && value !== ''

/** Of the process. */
export const processEnvironment: Environment = process.env

const isWindows = process.platform === 'win32'

interface Credentials {
  url: string
  token: string
}

function readCredentials(file: string): Credentials | null {
  let text: string
  try {
    // What others can read is no secret any more. Windows has other rights.
    if (!isWindows && (statSync(file).mode & 0o077) !== 0)
      throw new Error(`${file} can be read by others. Run: chmod 600 ${file}`)
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
  const { url, token } = JSON.parse(text) as Partial<Credentials>
  return typeof url === 'string' && typeof token === 'string' ? { url, token } : null
}

/** As the paths of calls are put behind it. */
export const withoutFinalSlash = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url)

/** The environment wins over the file. A token of the file is for its own server alone. */
export function readSettings(env: Environment = processEnvironment): Settings {
  const home = homedir()
  const config = isSet(env['XDG_CONFIG_HOME']) ? env['XDG_CONFIG_HOME'] : join(home, '.config')
  const state = isSet(env['XDG_STATE_HOME']) ? env['XDG_STATE_HOME'] : join(home, '.local', 'state')
  const credentialsFile = join(config, 'knockwire', 'credentials.json')
  const [url, token] = [env['KNOCKWIRE_URL'], env['KNOCKWIRE_TOKEN']]
  const kept = isSet(url) && isSet(token) ? null : readCredentials(credentialsFile)
  const server = isSet(url) ? url : (kept?.url ?? null)
  const keptToken = kept !== null && server === kept.url ? kept.token : null
  return {
    url: server === null ? null : withoutFinalSlash(server),
    token: isSet(token) ? token : keptToken,
    credentialsFile,
    stateFolder: join(state, 'knockwire'),
    isPlain: isSet(env['NO_COLOR']) || env['TERM'] === 'dumb',
    isGitHubActions: env['GITHUB_ACTIONS'] === 'true',
  }
}

/** Readable by its owner alone. */
export function keepCredentials(file: string, credentials: Credentials): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${JSON.stringify(credentials)}\n`, { mode: 0o600 })
  if (!isWindows) chmodSync(file, 0o600)
}

export const forgetCredentials = (file: string): void => rmSync(file, { force: true })

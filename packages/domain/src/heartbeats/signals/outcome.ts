import type { Signal } from '../machine/heartbeat-state.ts'

/** What a Unix process can end with. */
const mostExitCode = 255

/** An exit code as it is kept; null where it is none of a Unix process. */
export const exitCodeOf = (text: string): number | null =>
  /^\d+$/.test(text) && Number(text) <= mostExitCode ? Number(text) : null

/** Without what a client may have put around it: the slash of a base URL, the end of a line, escapes that need not be. */
export const bareOutcome = (path: string): string =>
  unescaped(path)
    .split(/[/\s]+/)
    .filter((part) => part !== '' && part !== '.')
    .join('/')
    .toLowerCase()

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * What `start`, `fail`, `log` or an exit code behind a URL says; anything else is the sender's, and the request a success. Any number
 * but 0 is a failure, also one beyond 255: Windows has larger ones, and negative ones.
 */
export const outcomeOf = (outcome: string): Pick<Signal, 'kind' | 'exitCode'> => {
  switch (outcome) {
    case 'start':
      return { kind: 'START', exitCode: null }
    case 'fail':
      return { kind: 'FAIL', exitCode: null }
    case 'log':
      return { kind: 'LOG', exitCode: null }
    default: {
      if (!/^-?\d+$/.test(outcome)) return { kind: 'SUCCESS', exitCode: null }
      return { kind: Number(outcome) === 0 ? 'SUCCESS' : 'FAIL', exitCode: exitCodeOf(outcome) }
    }
  }
}

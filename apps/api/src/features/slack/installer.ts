import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Installation, Logger, LogLevel } from '@slack/bolt'
import type { Logger as ApiLogger } from 'pino'
import type { SlackSettings } from '../../provider-settings.ts'

/** What Slack grants: to post to the channel that the user picks at its page. */
const slackScopes = ['incoming-webhook', 'chat:write']

export type Installed = { kind: 'installed'; installation: Installation } | { kind: 'failed'; error: Error }

export interface SlackInstaller {
  /** Slack's page that asks the user. */
  pageUrl: (state: string, redirectUri: string) => Promise<string>
  /** Exchanges the code that the browser came back with. Whose state it is has been found out before. */
  exchange: (request: IncomingMessage, response: ServerResponse, redirectUri: string) => Promise<Installed>
}

const clientOptions = { timeout: 10_000, retryConfig: { retries: 1 }, rejectRateLimitedCalls: true }

const nothing = () => {}

/** Bolt reports each failure to the log as well as to us; we show it to the user. */
const quietLogger = (log: ApiLogger, level: LogLevel): Logger => ({
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: (...parts: unknown[]) => log.info({ event: 'slack', parts: parts.map(String) }, 'Slack refused'),
  setLevel: nothing,
  getLevel: () => level,
  setName: nothing,
})

/**
 * Bolt's own OAuth. Its state is turned off, since it would be bound to its own cookie and, where the user
 * declines, would not say which dialog to go back to: ours is bound to the session (slack-state.ts). Bolt and
 * what it depends on are some 250 files, which are read only where Slack is set up.
 */
export const createInstaller = async (settings: SlackSettings, log: ApiLogger): Promise<SlackInstaller> => {
  const { HTTPReceiver, LogLevel } = await import('@slack/bolt')
  const { clientId, clientSecret, signingSecret, authorizationUrl, apiUrl } = settings
  const { installer } = new HTTPReceiver({
    clientId,
    clientSecret,
    signingSecret,
    scopes: slackScopes,
    logger: quietLogger(log, LogLevel.ERROR),
    installerOptions: {
      authorizationUrl,
      stateVerification: false,
      clientOptions: { ...clientOptions, slackApiUrl: apiUrl },
    },
  })
  if (installer === undefined) throw new Error('Bolt made no installer.')
  return {
    pageUrl: (state, redirectUri) => installer.generateInstallUrl({ scopes: slackScopes, redirectUri }, true, state),
    exchange: (request, response, redirectUri) =>
      new Promise((resolve, reject) => {
        const outcome = {
          // Nothing is kept by Bolt: what comes of it is the caller's to store.
          afterInstallation: async (installation: Installation) => {
            resolve({ kind: 'installed', installation })
            return false
          },
          failure: (error: Error) => resolve({ kind: 'failed', error }),
        }
        installer.handleCallback(request, response, outcome, { scopes: slackScopes, redirectUri }).catch(reject)
      }),
  }
}

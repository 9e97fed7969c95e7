import { setGlobalProxyFromEnv } from 'node:http'
import { Agent } from 'node:https'
import { z } from 'zod'

/** Where calls to the outside go through. */
export interface OutboundProxy {
  /** `http://user:password@proxy.example:3128`. */
  url: string
  /** Hosts, addresses and ranges that are called without it, with commas between. */
  noProxy: string
}

export const proxyVariables = {
  /** Of calls in the clear as well: all are tunnelled by CONNECT. */
  HTTPS_PROXY: z
    .url({ protocol: /^http$/, error: 'must be the address of a proxy, such as http://proxy.example:3128' })
    .optional(),
  NO_PROXY: z.string().min(1).optional(),
}

export const outboundProxyOf = (env: {
  HTTPS_PROXY?: string | undefined
  NO_PROXY?: string | undefined
}): OutboundProxy | null =>
  env.HTTPS_PROXY === undefined ? null : { url: env.HTTPS_PROXY, noProxy: env.NO_PROXY ?? '' }

let agent: Agent | undefined

/**
 * Leads what providers' libraries call through the proxy: their `fetch`, and what takes `providerAgent`. Once in each thread, before the
 * first call; of the whole thread, as Node's own settings of proxies are. Users' addresses are called by the guarded client alone.
 * Gives back what undoes it.
 * Returns what takes it back.
 */
export const callProvidersThrough = (proxy: OutboundProxy | null): (() => void) => {
  if (proxy === null) return () => {}
  const noProxy = ['localhost', '127.0.0.1', '::1', proxy.noProxy].filter((entry) => entry !== '').join(',')
  const proxyEnv = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, NO_PROXY: noProxy }
  const restore = setGlobalProxyFromEnv(proxyEnv)
  const own = new Agent({ keepAlive: true, proxyEnv })
  agent = own
  return () => {
    restore()
    own.destroy()
    agent = undefined
  }
}

/** For libraries that make their own agents; undefined where there is no proxy, or none was set in this thread. */
export const providerAgent = (): Agent | undefined => agent

import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../settings.ts'

const self = ["'self'"]
const none = ["'none'"]

/** What Stripe's own field for a card needs; its documentation names them. */
const stripeOrigins = ['https://js.stripe.com', 'https://*.js.stripe.com']

/** A page may run the server's own scripts, and those of more sources: hashes of what the build wrote into its document. */
export const pagePolicy = ({ publicOrigin }: Settings, scriptSources: readonly string[]) => ({
  useDefaults: false,
  directives: { ...directives(publicOrigin.startsWith('https:')), scriptSrc: [...self, ...scriptSources] },
})

/** Of the one page on which a card may be entered: Stripe's script runs there, and nowhere else. */
export const paymentPagePolicy = (settings: Settings, scriptHashes: readonly string[]) => {
  const { useDefaults, directives: policy } = pagePolicy(settings, scriptHashes)
  return {
    useDefaults,
    directives: {
      ...policy,
      scriptSrc: [...policy.scriptSrc, ...stripeOrigins],
      frameSrc: [...stripeOrigins, 'https://hooks.stripe.com'],
      connectSrc: [...self, 'https://api.stripe.com'],
    },
  }
}

/** The built site's pages may also run the search's WebAssembly. */
export const sitePolicy = (settings: Settings, scriptHashes: readonly string[]) =>
  pagePolicy(settings, ["'wasm-unsafe-eval'", ...scriptHashes])

const directives = (isHttps: boolean) => ({
  defaultSrc: self,
  scriptSrc: self,
  scriptSrcAttr: none,
  // The interface library sets style attributes; styles run nothing.
  styleSrc: [...self, "'unsafe-inline'"],
  imgSrc: [...self, 'data:'],
  fontSrc: [...self, 'data:'],
  connectSrc: self,
  objectSrc: none,
  baseUri: none,
  formAction: self,
  frameAncestors: none,
  upgradeInsecureRequests: isHttps ? [] : null,
})

export const setSecurityHeaders = async (app: FastifyInstance, { publicOrigin }: Settings) => {
  const isHttps = publicOrigin.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: directives(isHttps) },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    hsts: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    // Slack's and a provider's own pages are opened from ours and come back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
}

/** People's data: neither a proxy nor the browser's own cache keeps it, unless a route says otherwise. */
export const noStore = (app: FastifyInstance) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
}

import type { FastifyInstance } from 'fastify'

/** In bytes. What anybody may send costs time before it is known who sent it, so it is small. */
export const bodyLimits = {
  /** Sign-in, passkeys, the rates page's forms. */
  public: 16 * 1024,
  /** What providers report, signed. */
  callback: 64 * 1024,
  /** Read only once a session or a token was found. A task's request may be 256 Ki characters, each up to six bytes of JSON. */
  account: 2 * 1024 * 1024,
} as const

/** Lets a call that visitors cannot make have a long body. */
export const limitBodies = (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    if (route.config?.public !== true) route.bodyLimit ??= bodyLimits.account
  })
}

import type { IncomingHttpHeaders } from 'node:http'

/**
 * The token of an `Authorization: Bearer` header (RFC 6750; the scheme's name has no case), null where there is none.
 * A malformed one is the empty token, so that it never falls back to a cookie. Other schemes are not ours: a proxy's
 * Basic credentials are added by the browser itself, also to what a foreign page sends.
 */
export const bearerToken = ({ authorization }: IncomingHttpHeaders): string | null =>
  authorization !== undefined && /^Bearer(\s|$)/i.test(authorization)
    ? (/^Bearer +([\w-]+)$/i.exec(authorization)?.[1] ?? '')
    : null

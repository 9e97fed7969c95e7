import { headerValues } from '@knockwire/domain/headers/read-headers'
import { CookieJar } from 'tough-cookie'
import type { HeaderPairs } from '../request.ts'
import type { Hop } from './hop.ts'
import { selectHeaders } from './request-headers.ts'

const nameOf = (pair: string) => pair.split('=', 1)[0]?.trim() ?? ''

/**
 * Cookies that a target sets in the redirects of one call, and forgets with it. A cookie of the user's goes out until the
 * target sets or deletes one of that name.
 */
export class CallCookies {
  /** Made for the first cookie, since hardly any call has one. */
  #jar: CookieJar | null = null
  readonly #names = new Set<string>()

  /** Takes up what the answer to `url` sets. What no browser would keep is left out. */
  take(url: URL, headerBytes: HeaderPairs) {
    for (const setCookie of headerValues(headerBytes, 'set-cookie')) {
      this.#jar ??= new CookieJar()
      const cookie = this.#jar.setCookieSync(setCookie, url.href, { ignoreError: true })
      if (cookie !== undefined) this.#names.add(cookie.key)
    }
  }

  /** The request with the cookies that are for it. */
  on(hop: Hop): Hop {
    if (this.#jar === null) return hop
    const written = headerValues(hop.headers, 'cookie').flatMap((value) => value.split(';'))
    const kept = written.map((pair) => pair.trim()).filter((pair) => pair !== '' && !this.#names.has(nameOf(pair)))
    const set = this.#jar.getCookieStringSync(hop.url.href)
    const cookies = [...kept, ...(set === '' ? [] : [set])].join('; ')
    const others = selectHeaders(hop.headers, (name) => name !== 'cookie')
    return { ...hop, headers: cookies === '' ? others : [...others, ['Cookie', cookies]] }
  }
}

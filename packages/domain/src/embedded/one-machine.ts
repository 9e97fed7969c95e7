/**
 * Embedded mode has an outbox that anybody may read, an account whose password is printed, and loopback open to its tasks.
 * That is safe on one machine, for its own user, and nowhere else.
 */

/** An IPv4 address of 127.0.0.0/8, IPv6's ::1, or the first in the form that a dual-stack socket gives it. */
export const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address)

/** Of a URL, where an IPv6 address is in brackets, or of a setting, where it is not. RFC 6761, 6.3, for the name. */
const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  isLoopbackAddress(host.startsWith('[') ? host.slice(1, -1) : host)

const isLoopbackOrigin = (origin: string): boolean =>
  // What is no address is named by the check of its form.
  !URL.canParse(origin) || isLoopbackHost(new URL(origin).hostname)

const rules: Record<string, { isLocal: (value: string) => boolean; instead: string }> = {
  HOST: { isLocal: (host) => isLoopbackHost(host.toLowerCase()), instead: 'leave HOST at 127.0.0.1' },
  PUBLIC_ORIGIN: { isLocal: isLoopbackOrigin, instead: 'use an origin such as http://localhost:3000' },
  RECEIVER_ORIGIN: { isLocal: isLoopbackOrigin, instead: 'use an origin such as http://127.0.0.1:3001' },
  TRUST_PROXY: { isLocal: (proxies) => /^0{1,3}$/.test(proxies), instead: 'unset TRUST_PROXY' },
}

/** A sentence for each setting with which others than this machine's user would reach embedded mode; none where it may start. */
export const embeddedProblems = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(rules).flatMap(([name, { isLocal, instead }]) => {
    const value = environment[name]?.trim() ?? ''
    if (value === '' || isLocal(value)) return []
    return [
      `${name}=${value} would let others reach embedded mode, which is for one machine. ` +
        `Set DATABASE_URL and ENCRYPTION_KEY to run with a PostgreSQL of your own, or ${instead}.`,
    ]
  })

interface Connection {
  /** Of the socket itself, not what a header says. */
  address: string | undefined
  httpVersion: string
  /** By lower-case names. */
  headers: Readonly<Record<string, unknown>>
}

/** What proxies add. One that stands on this machine connects from loopback, for clients from anywhere. */
const forwardingHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

const isForwarding = (name: string): boolean => name.startsWith('x-forwarded') || forwardingHeaders.includes(name)

/** Whether a program of this machine made a request itself: over loopback, and with no sign of a proxy between. */
export const isOnThisMachine = ({ address, httpVersion, headers }: Connection): boolean =>
  address !== undefined &&
  isLoopbackAddress(address) &&
  // nginx forwards in HTTP/1.0 and adds no header unless it is configured to; browsers and curl speak 1.1.
  httpVersion !== '1.0' &&
  !Object.keys(headers).some(isForwarding)

import { BlockList, isIP } from 'node:net'
import { plainAddressOf } from '../guard/address-rules.ts'

/** The operator's proxy that calls go through, and which do not. */
export interface ProxyPolicy {
  /** `http://user:password@proxy.example:3128`. */
  url: string
  /**
   * With commas between, as in the variable of that name: `example.com` and `.example.com` for a host and all below it, addresses, ranges,
   * each with a port if only that one is meant, or `*`. Loopback is never behind the proxy.
   */
  noProxy: string
}

export interface Proxy {
  host: string
  port: number
  /** The value of `Proxy-Authorization`. */
  authorization: string | null
}

export interface ProxyRules {
  proxy: Proxy
  /** Whether a connection to this host, which was resolved to these addresses, is made without the proxy. */
  isDirect: (host: string, port: number, addresses: readonly string[]) => boolean
}

const authorizationOf = ({ username, password }: URL): string | null => {
  if (username === '') return null
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}

const proxyOf = (url: URL): Proxy => ({
  host: url.hostname.replace(/^\[|\]$/g, ''),
  port: Number(url.port || 80),
  authorization: authorizationOf(url),
})

type Exception = (host: string, port: number, addresses: readonly string[]) => boolean

const rangeOf = (text: string): BlockList | null => {
  const [address = '', bits] = text.replace(/^\[|\]$/g, '').split('/')
  const plain = plainAddressOf(address)
  if (plain === null) return null
  const list = new BlockList()
  list.addSubnet(plain.text, Number(bits ?? (plain.family === 'ipv4' ? 32 : 128)), plain.family)
  return list
}

const isIn = (list: BlockList, address: string): boolean => {
  const plain = plainAddressOf(address)
  return plain !== null && list.check(plain.text, plain.family)
}

/** `example.com`, `.example.com` and `*.example.com` are one thing: the host and all below it. */
const isBelow = (host: string, name: string) => host === name || host.endsWith(`.${name}`)

const exceptionOf = (entry: string): Exception => {
  if (entry === '*') return () => true
  const [, text = entry, onlyPort] = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(entry) ?? []
  const isPort = (port: number) => onlyPort === undefined || Number(onlyPort) === port
  const range = rangeOf(text)
  if (range !== null) return (_host, port, addresses) => isPort(port) && addresses.every((one) => isIn(range, one))
  const name = text.replace(/^\*?\./, '').toLowerCase()
  return (host, port) => isPort(port) && isIP(host) === 0 && isBelow(host.toLowerCase(), name)
}

const loopback: Exception = (_host, _port, addresses) =>
  addresses.every((address) => address.startsWith('127.') || address === '::1')

export const createProxyRules = ({ url, noProxy }: ProxyPolicy): ProxyRules => {
  const entries = noProxy.split(',').map((entry) => entry.trim())
  const exceptions = [loopback, ...entries.filter((entry) => entry !== '').map(exceptionOf)]
  return {
    proxy: proxyOf(new URL(url)),
    isDirect: (host, port, addresses) => exceptions.some((isException) => isException(host, port, addresses)),
  }
}

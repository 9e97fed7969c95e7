import { BlockList, isIP } from 'node:net'
import type { Settings } from '../../settings.ts'
import { namedRanges } from '../../trusted-proxies.ts'

/** Whether the hop at this address, so many steps back from the socket, may say who came before it. */
type Trust = (address: string, hop: number) => boolean

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const blockListOf = (trusted: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const range of trusted.flatMap((name) => namedRanges[name] ?? [name])) {
    const [address = '', bits] = range.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

const trustOf = (setting: Settings['trustProxy']): Trust | null => {
  if (setting === false || setting === 0) return null
  if (typeof setting === 'number') return (_address, hop) => hop < setting
  const list = blockListOf(setting)
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

/** An IPv4 client of an IPv6 socket is shown as what it is. */
const unmapped = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address)

/** The forwarded addresses, the nearest first. */
const forwardedOf = (headers: readonly string[]): string[] => {
  const lists: string[] = []
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() === 'x-forwarded-for') lists.push(headers[index + 1] ?? '')
  }
  const addresses = lists.join(',').split(',')
  return addresses
    .map((address) => address.trim().slice(0, 100))
    .filter((address) => address !== '')
    .toReversed()
}

/** Who sent a request: the socket's other end, or, as far as proxies are trusted, whom they say. */
export const createAddressReader = (setting: Settings['trustProxy']) => {
  const trusts = trustOf(setting)
  return (socketAddress: string | undefined, headers: readonly string[]): string => {
    const nearest = unmapped(socketAddress ?? '')
    if (trusts === null) return nearest
    const hops = [nearest, ...forwardedOf(headers)]
    const first = hops.findIndex((address, hop) => !trusts(address, hop))
    return unmapped(hops[first < 0 ? hops.length - 1 : first] ?? nearest)
  }
}

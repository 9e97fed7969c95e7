import { isIPv6 } from 'node:net'

const groupsOf = (part: string) => (part === '' ? [] : part.split(':'))

/**
 * What attempts are counted by: an IPv4 address, or an IPv6 /64, since a client that has one
 * IPv6 address commonly has all 2^64 of its network.
 */
export const clientNetwork = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = tail === undefined ? before : [...before, ...zeros, ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

import { BlockList } from 'node:net'

const blockListOf = (family: 'ipv4' | 'ipv6', ranges: readonly string[]) => {
  const list = new BlockList()
  for (const range of ranges) {
    const slash = range.indexOf('/')
    list.addSubnet(range.slice(0, slash), Number(range.slice(slash + 1)), family)
  }
  return list
}

/** Everything of IPv4 that is not the public internet. */
export const deniedV4 = blockListOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/** Of IPv6 only the global unicast range is public, */
export const publicV6 = blockListOf('ipv6', ['2000::/3'])

/** less these. */
export const deniedV6 = blockListOf('ipv6', [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
])

/**
 * Where clouds hand out a machine's credentials. A range that the operator opens does not include them,
 * they open only where named one by one.
 */
export const metadataAddresses: ReadonlySet<string> = new Set([
  '100.100.100.200',
  '168.63.129.16',
  '169.254.0.23',
  '169.254.169.123',
  '169.254.169.253',
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '192.0.0.192',
  'fd00:ec2::23',
  'fd00:ec2::253',
  'fd00:ec2::254',
  'fd20:ce::254',
])

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

/**
 * Ports on which HTTP is spoken to something that is no web server: the bad ports of the Fetch standard,
 * and databases, caches, brokers and administration. A request line can be a command there.
 */
const deniedPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 162, 179, 389, 427, 445, 465, 512, 513, 514, 515, 526,
  530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 873, 989, 990, 993, 995, 1433, 1434, 1521, 1719, 1720, 1723,
  2049, 2375, 2376, 2379, 2380, 2525, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5433, 5672, 6000, 6379, 6380,
  6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9160, 10080, 10250, 11211, 27017, 27018, 27019, 33060,
])

export const isDeniedPort = (port: number) => deniedPorts.has(port)

const names: ReadonlySet<string> = new Set(['metadata', 'internal', 'kubernetes'])
const suffixes = ['.internal', '.cluster.local', '.svc']

/** Names, beside localhost, that mean something inside a network only. `host` is lower-case and without a final dot. */
export const isLocalName = (host: string) => names.has(host) || suffixes.some((suffix) => host.endsWith(suffix))

/** RFC 6761: never looked up in DNS. */
export const loopbackAddresses = ['127.0.0.1', '::1']

export const isLocalhost = (host: string) => host === 'localhost' || host.endsWith('.localhost')

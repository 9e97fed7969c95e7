import { execFileSync } from 'node:child_process'

/** How a network fails: UNREACHABLE says so at once, SILENT drops what is sent. */
export type Cut = 'UNREACHABLE' | 'SILENT'

export interface NetworkNamespace {
  /** What a program is run by to be in it. */
  command: readonly string[]
  /** Of this side: where targets listen, and where the database is relayed. */
  targetAddresses: readonly string[]
  databaseAddress: string
  /** Of the other side, on the link that is never cut. */
  ownAddress: string
  cut: (how: Cut) => void
  restore: () => void
  close: () => void
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

const targets = 8

/**
 * A network of its own for one process, with two links to this one: one to the database, which stays, and one to the targets,
 * which can be cut. Throws where that is not permitted.
 */
export const openNamespace = (): NetworkNamespace => {
  const name = `knockwire-${process.pid}`
  const base = `10.219.${process.pid % 120}`
  const [outside, inside] = [`kwt${process.pid}`, `kwi${process.pid}`]
  const [databaseOutside, databaseInside] = [`kwd${process.pid}`, `kwe${process.pid}`]
  const addressesOf = (from: number, count: number) => Array.from({ length: count }, (_, at) => `${base}.${from + at}`)
  const targetAddresses = addressesOf(1, targets)
  const [databaseAddress, ownAddress] = [`${base}.129`, `${base}.130`]
  const within = (...args: string[]) => ip('-n', name, ...args)
  const raise = () => {
    within('address', 'replace', `${base}.100/25`, 'dev', inside)
    within('link', 'set', inside, 'up')
  }
  ip('netns', 'add', name)
  try {
    ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', name)
    ip('link', 'add', databaseOutside, 'type', 'veth', 'peer', 'name', databaseInside, 'netns', name)
    for (const address of targetAddresses) ip('address', 'add', `${address}/25`, 'dev', outside)
    ip('address', 'add', `${databaseAddress}/30`, 'dev', databaseOutside)
    within('address', 'add', `${ownAddress}/30`, 'dev', databaseInside)
    for (const link of [outside, databaseOutside]) ip('link', 'set', link, 'up')
    for (const link of ['lo', databaseInside]) within('link', 'set', link, 'up')
    raise()
  } catch (error) {
    ip('netns', 'delete', name)
    throw error
  }
  return {
    command: ['ip', 'netns', 'exec', name],
    targetAddresses,
    databaseAddress,
    ownAddress,
    cut: (how) => (how === 'UNREACHABLE' ? within('link', 'set', inside, 'down') : dropAll(within, inside)),
    restore: () => {
      raise()
      within('neighbour', 'flush', 'dev', inside, 'nud', 'permanent')
    },
    // The kernel takes a namespace down in the background, and its links with it; a link that is deleted is gone at once.
    close: () => {
      for (const link of [outside, databaseOutside]) ip('link', 'delete', link)
      ip('netns', 'delete', name)
    },
  }
}

/** The next hop gets an address that nobody has: what is sent is lost. */
const dropAll = (within: (...args: string[]) => unknown, link: string) => {
  const base = `10.219.${process.pid % 120}`
  for (let at = 1; at <= targets; at += 1)
    within('neighbour', 'replace', `${base}.${at}`, 'lladdr', '02:00:00:00:00:01', 'nud', 'permanent', 'dev', link)
}

/** Why no namespace can be made here; null where one can. */
export const namespaceProblem = (): string | null => {
  try {
    openNamespace().close()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

import { connect, createServer, type Socket } from 'node:net'

/** What lies between the product's processes and their database. */
export interface Link {
  port: number
  /** Every connection ends. */
  cut: () => void
  /** The connections that there are fall silent and stay open; new ones work. */
  halfOpen: () => void
  /** Whatever passes takes this much longer, each way; for ever with Infinity, until that is changed. */
  delay: (ms: number) => void
  stop: () => Promise<void>
}

interface Way {
  from: Socket
  to: Socket
  waiting: Buffer[]
  isSilent: boolean
}

export const startLink = async (toPort: number): Promise<Link> => {
  let delayMs = 0
  const ways = new Set<Way>()
  const passOn = (way: Way) => {
    const chunk = way.waiting.shift()
    if (chunk !== undefined && way.to.writable && !way.isSilent) way.to.write(chunk)
  }
  const carry = (way: Way) => {
    way.from.on('data', (chunk) => {
      way.waiting.push(chunk)
      if (delayMs === Infinity) return
      // What came before may still wait, and stays before it.
      if (delayMs === 0 && way.waiting.length === 1) passOn(way)
      else setTimeout(() => passOn(way), delayMs)
    })
  }
  const server = createServer((client) => {
    const upstream = connect(toPort, '127.0.0.1')
    const own = [
      { from: client, to: upstream, waiting: [], isSilent: false },
      { from: upstream, to: client, waiting: [], isSilent: false },
    ]
    const end = () => {
      for (const way of own) {
        ways.delete(way)
        way.from.destroy()
      }
    }
    for (const way of own) {
      ways.add(way)
      way.from.setNoDelay(true).on('error', end).on('close', end)
      carry(way)
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const cut = () => {
    for (const { from } of ways) from.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut,
    halfOpen: () => {
      for (const way of ways) way.isSilent = true
    },
    delay: (ms) => {
      const wasStalled = delayMs === Infinity
      delayMs = ms
      if (!wasStalled) return
      for (const way of ways) while (way.waiting.length > 0) passOn(way)
    },
    stop: async () => {
      cut()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

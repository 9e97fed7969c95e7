/** How long others' calls take without an attack, and beside it: the slowest of a hundred, in milliseconds. */
export interface Beside {
  quietP99Ms: number
  besideP99Ms: number
}

/** Ends an attack. */
export type EndAttack = () => Promise<void>

interface Comparison {
  /** One call of somebody else. */
  call: () => Promise<unknown>
  calls: number
  attack: () => Promise<EndAttack>
}

/** Both in one run, so that whatever else the machine does bears on both. */
export const compare = async ({ call, calls, attack }: Comparison): Promise<Beside> => {
  // Connections are opened and code is compiled by then.
  await timesOf(call, Math.ceil(calls / 4))
  const quietP99Ms = p99(await timesOf(call, calls))
  const end = await attack()
  try {
    return { quietP99Ms, besideP99Ms: p99(await timesOf(call, calls)) }
  } finally {
    await end()
  }
}

const timesOf = async (call: () => Promise<unknown>, calls: number): Promise<number[]> => {
  const times: number[] = []
  for (let count = 0; count < calls; count += 1) {
    const startedAt = performance.now()
    await call()
    times.push(performance.now() - startedAt)
  }
  return times
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? NaN

/** Does the work again and again, so many at once, until it is ended. */
export const keepDoing = (work: () => Promise<unknown>, atOnce: number): EndAttack => {
  let isEnded = false
  const workers = Array.from({ length: atOnce }, async () => {
    while (!isEnded) await work()
  })
  return async () => {
    isEnded = true
    await Promise.all(workers)
  }
}

/** The app's time in a test: it stands still until it is advanced. */
export interface TestClock {
  now: () => number
  advance: (ms: number) => void
}

export const createTestClock = (): TestClock => {
  let nowMs = Date.now()
  return { now: () => nowMs, advance: (ms) => void (nowMs += ms) }
}

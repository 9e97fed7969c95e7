import { processorTimeMs } from './processor-time.ts'

/** What reading a text once costs: each character is looked at, and nothing else is done. */
const passOver = (text: string) => {
  let sum = 0
  for (let index = 0; index < text.length; index += 1) sum = (sum * 31 + text.charCodeAt(index)) | 0
  return sum
}

/** Of several tries, since the first one compiles and another may collect garbage. */
const leastMs = (work: () => unknown, tries: number) => {
  let least = Number.POSITIVE_INFINITY
  for (let count = 0; count < tries; count += 1) {
    const before = processorTimeMs()
    work()
    least = Math.min(least, processorTimeMs() - before)
  }
  return least
}

const batch = 20

/**
 * How many plain passes over a text of its length the reader costs, in processor time of this thread. A reader that is linear
 * costs some tens, one that is quadratic thousands for a text of 64 KB, on any machine.
 */
export const plainPassesOf = (text: string, read: (text: string) => unknown): number => {
  const pass = leastMs(() => {
    for (let count = 0; count < batch; count += 1) passOver(text)
  }, 5)
  return leastMs(() => read(text), 2) / (pass / batch)
}

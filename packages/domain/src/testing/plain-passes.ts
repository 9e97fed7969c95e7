import { processorTimeMs } from './processor-time.ts'

/** What reading a text once costs: each character is looked at, and nothing else is done. */
const passOver = (text: string) => {
  let sum = 0
  for (let index = 0; index < text.length; index += 1) sum = (sum * 31 + text.charCodeAt(index)) | 0
  return sum
}

/** A thread's processor time is counted in steps of some milliseconds, so a pass is measured by many. */
const measuredMs = 60

const measurePass = (text: string) => {
  passOver(text)
  const before = processorTimeMs()
  let passes = 0
  let spentMs = 0
  while (spentMs < measuredMs) {
    for (let count = 0; count < 50; count += 1) passOver(text)
    passes += 50
    spentMs = processorTimeMs() - before
  }
  return spentMs / passes / text.length
}

let msPerCharacter: number | undefined

/** What `work` costs, as a number of plain passes over a text of this length, in processor time of this thread. */
export const plainPassesIn = async (length: number, work: () => unknown): Promise<number> => {
  msPerCharacter ??= measurePass('plain text '.repeat(6000))
  const before = processorTimeMs()
  await work()
  return (processorTimeMs() - before) / (msPerCharacter * length)
}

/**
 * More than this many plain passes over 64 KB is not linear: a linear reader costs some tens, one that is quadratic tens of
 * thousands, on any machine. The space between the two takes in the steps in which the time is counted.
 */
export const mostPlainPasses = 1000

/** Processor time that this thread has used, in milliseconds; null in a browser. */
const usedMs = (): number | null => {
  if (typeof process === 'undefined' || typeof process.threadCpuUsage !== 'function') return null
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** What the sample takes on the machine for which the limits were chosen, in milliseconds of processor time. */
const referenceMs = 6

/** On a slower machine than this, what is honest and what is not can no longer be distinguished by time. */
const mostSlowness = 8

let known: number | undefined

/**
 * How many times as long this machine computes as the one for which limits of processor time were chosen: 1 to 8. A template
 * that does nothing wrong then fails on neither. Found out once a thread, by a sample that takes some milliseconds.
 */
export const machineSlowness = (): number => (known ??= slownessOf(bestSampleMs()))

/** `sampleMs`: null where it could not be measured. */
export const slownessOf = (sampleMs: number | null): number =>
  sampleMs === null ? 1 : Math.min(mostSlowness, Math.max(1, sampleMs / referenceMs))

/** Of three, since the first may be run before it is compiled, and any while the thread collects garbage. */
function bestSampleMs(): number | null {
  const samples = [takeSample(), takeSample(), takeSample()].filter((ms) => ms !== null)
  return samples.length === 0 ? null : Math.min(...samples)
}

function takeSample(): number | null {
  const before = usedMs()
  runSample()
  const after = usedMs()
  return before === null || after === null ? null : after - before
}

/** Texts, a map and numbers, as templates and parsers have them. */
function runSample(): number {
  const lengths = new Map<string, number>()
  for (let at = 0; at < 60_000; at += 1) {
    const name = `name ${at % 997}`
    lengths.set(name, (lengths.get(name) ?? 0) + name.toUpperCase().length)
  }
  return lengths.size
}

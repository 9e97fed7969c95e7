import { machineSlowness } from '../sandbox/machine-slowness.ts'

/**
 * The processor time that this thread has used: unlike a clock, it stands still while others compute. In milliseconds of
 * the machine that limits were chosen for, so that a bound holds on a slower one, too.
 */
export const processorTimeMs = (): number => {
  const slowness = machineSlowness()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000 / slowness
}

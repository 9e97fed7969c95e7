import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { setImmediate as afterTasks } from 'node:timers/promises'

type Collect = (options?: { type: 'minor' }) => void

const exposedGc = (): Collect => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}

const oldGenerationBytes = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? NaN

/**
 * By how many bytes the old generation has grown, once the work is done and the young one was collected twice. Only what is
 * referred to is moved there then, also where what refers to it is of no use any more and lies in the old generation itself.
 */
export const promotedBytes = async (work: () => Promise<void>): Promise<number> => {
  const collect = exposedGc()
  collect()
  const before = oldGenerationBytes()
  await work()
  for (let time = 0; time < 2; time += 1) {
    await afterTasks()
    collect({ type: 'minor' })
  }
  return oldGenerationBytes() - before
}

import { fileURLToPath } from 'node:url'
import { sandboxLimits } from '@knockwire/domain/sandbox-limits'
import { Piscina } from 'piscina'
import type { SandboxAnswer, SandboxJob } from './jobs.ts'
import type { Batch, WorkerMessage } from './sandbox.worker.ts'

export interface ThreadPool {
  /** Null where the batch was stopped. */
  run: (jobs: SandboxJob[]) => Promise<SandboxAnswer<SandboxJob>[] | null>
  close: () => Promise<void>
}

/** Threads that are kept, each stopped and replaced where a batch takes longer than `deadlineMs` or too much memory. */
export const openThreadPool = (threads: number, deadlineMs: number): ThreadPool => {
  const piscina = new Piscina<Batch, SandboxAnswer<SandboxJob>[]>({
    filename: fileURLToPath(new URL('./sandbox.worker.ts', import.meta.url)),
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: sandboxLimits.resources,
    recordTiming: false,
  })
  const onStarted = new Map<number, () => void>()
  let lastId = 0
  piscina.on('message', ({ startedBatch }: WorkerMessage) => onStarted.get(startedBatch)?.())
  // A thread that dies while it has nothing to do is replaced.
  piscina.on('error', () => {})
  return {
    run: async (jobs) => {
      const id = (lastId += 1)
      const controller = new AbortController()
      const stop = () => controller.abort()
      let timer = setTimeout(stop, sandboxLimits.startMs)
      onStarted.set(id, () => {
        clearTimeout(timer)
        timer = setTimeout(stop, deadlineMs)
      })
      try {
        return await piscina.run({ id, jobs }, { signal: controller.signal })
      } catch {
        return null
      } finally {
        clearTimeout(timer)
        onStarted.delete(id)
      }
    },
    close: () => piscina.destroy(),
  }
}

import { serveBatches } from '../run-batch.ts'

export type TestJob =
  | { kind: 'echo'; value: string }
  /** Keeps the processor busy. */
  | { kind: 'spin'; ms: number; looksQuick?: true }
  | { kind: 'eat' }
  | { kind: 'throw' }

const runJob = (job: TestJob): unknown => {
  switch (job.kind) {
    case 'echo':
      return job.value
    case 'spin':
      return spin(job.ms)
    case 'eat':
      return eat()
    case 'throw':
      throw new Error('no')
  }
}

/** Until the thread has had so much processor time. */
const spin = (ms: number) => {
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  for (const until = usedMs() + ms; usedMs() < until;);
  return ms
}

const eat = () => {
  const eaten: string[][] = []
  for (;;) eaten.push(Array.from({ length: 100_000 }, (_, at) => `item ${at}`))
}

export default serveBatches(runJob)

import type { Span } from '@knockwire/db/testing/invariants/record'
import { sleep } from '../parts/bench.ts'
import type { Fault, Subject } from './plan.ts'
import type { ChaosDatabase } from './world/database.ts'
import type { Supervised } from './world/process.ts'
import type { Target } from './world/target.ts'

export interface World {
  database: ChaosDatabase
  target: Target
  processes: Record<'executor-1' | 'executor-2' | 'api', Supervised>
  /** When the API was not there, or did not run; while it ends it takes what has come. */
  absences: Span[]
}

const slowMs = 80

/** Gives from when on it was not there, or did not run. */
const disturbProcess = async (one: Supervised, { kind, forMs }: Fault): Promise<number> => {
  if (kind === 'freeze') {
    one.freeze()
    const frozenMs = Date.now()
    await sleep(forMs)
    one.thaw()
    return frozenMs
  }
  await (kind === 'kill' ? one.kill() : one.terminate())
  const endedMs = Date.now()
  await sleep(forMs)
  await one.start()
  return endedMs
}

const disturbApi = async ({ processes, absences }: World, fault: Fault) => {
  const fromMs = await disturbProcess(processes.api, fault)
  absences.push({ what: `api ${fault.kind}`, fromMs, toMs: Date.now() })
}

const disturbDatabase = async (database: ChaosDatabase, { kind, forMs }: Fault) => {
  if (kind === 'read-only') {
    await database.setReadOnly(true)
    await sleep(forMs)
    return database.setReadOnly(false)
  }
  await (kind === 'kill' ? database.kill() : database.shutDown())
  await sleep(forMs)
  await database.start()
}

const disturbLink = async ({ link }: ChaosDatabase, { kind, forMs }: Fault) => {
  if (kind === 'cut') return link.cut()
  if (kind === 'half-open') return link.halfOpen()
  link.delay(kind === 'stall' ? Infinity : slowMs)
  await sleep(forMs)
  link.delay(0)
}

const disturbTarget = async (target: Target, { kind, forMs }: Fault) => {
  if (kind === 'hang' || kind === 'reset' || kind === 'drip') target.behave(kind)
  await sleep(forMs)
  target.behave('answer')
}

/** Resolves when it is over, and whatever it stopped is up again. */
const disturb = async (world: World, fault: Fault): Promise<void> => {
  const { subject } = fault
  switch (subject) {
    case 'database':
      return disturbDatabase(world.database, fault)
    case 'link':
      return disturbLink(world.database, fault)
    case 'target':
      return disturbTarget(world.target, fault)
    case 'executor-1':
    case 'executor-2':
      await disturbProcess(world.processes[subject], fault)
      return
    case 'api':
      return disturbApi(world, fault)
  }
}

/** Makes every fault at its time, or when the one before of its subject is over; gives when each was. */
export const makeFaults = async (world: World, faults: readonly Fault[], startMs: number): Promise<Span[]> => {
  const spans: Span[] = []
  const previous = new Map<Subject, Promise<void>>()
  for (const fault of faults) {
    await sleep(Math.max(0, startMs + fault.atMs - Date.now()))
    const before = previous.get(fault.subject)
    const make = async () => {
      await before
      const fromMs = Date.now()
      await disturb(world, fault)
      spans.push({ what: `${fault.subject} ${fault.kind}`, fromMs, toMs: Date.now() })
    }
    const made = make()
    // It is awaited below; until then a failure is not an unhandled one.
    made.catch(() => {})
    previous.set(fault.subject, made)
  }
  await Promise.all(previous.values())
  return spans
}

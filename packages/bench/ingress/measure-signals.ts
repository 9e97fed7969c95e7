import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchDatabase } from '../parts/bench-database.ts'
import { expectCalls, expectNothing } from '../parts/seed-heartbeats.ts'
import { best, ingressServer, measureRound, type Round } from './measure-ingress.ts'
import { forgetReceived, seedReceivers } from './seed-receivers.ts'

export interface SignalCosts {
  /** Requests to receivers without an expectation, and to receivers that expect calls and are up. */
  without: Round
  with: Round
}

const rounds = 4

/** What a request costs more where it is the signal of a heartbeat, in turns, so that both see the same machine. */
export const measureSignals = async (database: BenchDatabase): Promise<SignalCosts> => {
  const { pool } = database
  const directory = await mkdtemp(join(tmpdir(), 'knockwire-bench-signals-'))
  const place = { database, tokensFile: join(directory, 'tokens.txt') }
  await writeFile(place.tokensFile, (await seedReceivers(pool)).join('\n'))
  const measured: Record<keyof SignalCosts, Round[]> = { without: [], with: [] }
  const measure = () => measureRound(place, () => ingressServer(database), 'apart')
  for (let round = 0; round < rounds; round += 1) {
    await expectNothing(pool)
    measured.without.push(await measure())
    await expectCalls(pool)
    measured.with.push(await measure())
  }
  await expectNothing(pool)
  await rm(directory, { recursive: true })
  await forgetReceived(pool)
  return { without: best(measured.without), with: best(measured.with) }
}

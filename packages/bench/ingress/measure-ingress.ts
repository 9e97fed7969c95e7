import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchDatabase } from '../parts/bench-database.ts'
import { sleep } from '../parts/bench.ts'
import { cpuSeconds, memoryMb } from '../parts/cpu.ts'
import { type BenchServer, startApi, startBareFastify } from './ingress-server.ts'
import { loadAtRate, loadFully, type Loaded, type Order, type Target } from './load.ts'
import { forgetReceived, seedReceivers } from './seed-receivers.ts'

export interface Round extends Loaded {
  serverMsPerRequest: number
  postgresMsPerRequest: number
}

const rounds = 3
const seconds = 8

interface Place {
  database: BenchDatabase
  tokensFile: string
}

const targetOf = ({ tokensFile }: Place, { port }: BenchServer, forSeconds: number): Target => ({
  origin: `http://127.0.0.1:${port}`,
  tokensFile,
  seconds: forSeconds,
})

/** Every receiver is called a few times, so that its settings are known, as those of one that is hammered are. */
const warmUp = (place: Place, server: BenchServer) => loadFully(targetOf(place, server, 2), 'apart')

/** A server, warmed up, under as much load as 64 connections make. */
export const measureRound = async (place: Place, start: () => Promise<BenchServer>, order: Order): Promise<Round> => {
  const { database } = place
  await forgetReceived(database.pool)
  const server = await start()
  await warmUp(place, server)
  const before = [cpuSeconds(server.pid), cpuSeconds(database.pid)] as const
  const loaded = await loadFully(targetOf(place, server, seconds), order)
  const used = [cpuSeconds(server.pid) - before[0], cpuSeconds(database.pid) - before[1]] as const
  await server.stop()
  const msPerRequest = (cpu: number) => (cpu * 1000) / loaded.ok
  return { ...loaded, serverMsPerRequest: msPerRequest(used[0]), postgresMsPerRequest: msPerRequest(used[1]) }
}

/** The least disturbed: whatever else the machine does makes a round slower, never faster. */
export const best = (measured: readonly Round[]): Round =>
  measured.reduce((a, b) => (b.perSecond > a.perSecond ? b : a))

export const ingressServer = async (database: BenchDatabase): Promise<BenchServer> => {
  const api = await startApi(database, 'ingress')
  return { ...api, port: api.receiverPort }
}

export interface IngressSpeed {
  bare: Round
  insert: Round
  prepared: Round
  ingress: Round
  /** With each sender at its own receiver: a group then updates as many rows of counters as it has requests. */
  apart: Round
  /** Requests a second, against a handler without a database, and against one with an INSERT a request. */
  ofBare: number
  timesInsert: number
}

const measureSpeed = async (place: Place): Promise<IngressSpeed> => {
  const { database } = place
  const ingressOf = () => ingressServer(database)
  const kinds = {
    bare: () => measureRound(place, () => startBareFastify('nothing', database.url), 'together'),
    insert: () => measureRound(place, () => startBareFastify('insert', database.url), 'together'),
    prepared: () => measureRound(place, () => startBareFastify('prepared', database.url), 'together'),
    ingress: () => measureRound(place, ingressOf, 'together'),
    apart: () => measureRound(place, ingressOf, 'apart'),
  }
  const names = ['bare', 'insert', 'prepared', 'ingress', 'apart'] as const
  const measured: Record<keyof typeof kinds, Round[]> = { bare: [], insert: [], prepared: [], ingress: [], apart: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) measured[name].push(await kinds[name]())
  }
  const [bare, insert, ingress] = [best(measured.bare), best(measured.insert), best(measured.ingress)]
  const [ofBare, timesInsert] = [ingress.perSecond / bare.perSecond, ingress.perSecond / insert.perSecond]
  const [prepared, apart] = [best(measured.prepared), best(measured.apart)]
  return { bare, insert, prepared, ingress, apart, ofBare, timesInsert }
}

/** How long answers of a handler that does nothing take at that rate: it is what the senders and the machine add. */
const measureBareAt = async (place: Place, perSecond: number): Promise<Loaded> => {
  const server = await startBareFastify('nothing', place.database.url)
  await warmUp(place, server)
  const loaded = await loadAtRate(targetOf(place, server, 10), perSecond)
  await server.stop()
  return loaded
}

/** For a minute: how long answers take, and whether memory grows. */
const measureMinute = async (place: Place, perSecond: number) => {
  await forgetReceived(place.database.pool)
  const server = await ingressServer(place.database)
  await warmUp(place, server)
  const memory: number[] = []
  const loading = loadAtRate(targetOf(place, server, 60), perSecond)
  for (let at = 0; at < 6; at += 1) {
    await sleep(9500)
    memory.push(Math.round(memoryMb(server.pid, 'now')))
  }
  const { p50Ms, p99Ms, perSecond: reached } = await loading
  await server.stop()
  return { perSecond: reached, p50Ms, p99Ms, memoryMbEachTenSeconds: memory }
}

export const measureIngress = async (database: BenchDatabase) => {
  const directory = await mkdtemp(join(tmpdir(), 'knockwire-bench-tokens-'))
  const place = { database, tokensFile: join(directory, 'tokens.txt') }
  await writeFile(place.tokensFile, (await seedReceivers(database.pool)).join('\n'))
  const speed = await measureSpeed(place)
  const half = Math.round(speed.ingress.perSecond / 2)
  const atHalf = await measureMinute(place, half)
  const bareAtHalf = await measureBareAt(place, half)
  await rm(directory, { recursive: true })
  await forgetReceived(database.pool)
  return { ...speed, atHalf, bareAtHalf }
}

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { printed, startChild } from '../parts/child.ts'

export interface Loaded {
  perSecond: number
  p50Ms: number
  p99Ms: number
  ok: number
  errors: number
  /** Answered 400 or above. */
  rejected: number
}

/** Whether the senders are all at one receiver at a time. */
export type Order = 'together' | 'apart'

export interface Target {
  origin: string
  /** Of receivers, a line each. */
  tokensFile: string
  seconds: number
}

const connections = 64
const leastOfRate = 0.95
export const wrk = process.env['KNOCKWIRE_WRK'] ?? 'wrk'
const script = fileURLToPath(new URL('load.lua', import.meta.url))

const checked = (loaded: Loaded): Loaded => {
  if (loaded.rejected !== 0 || loaded.errors !== 0)
    throw new Error(`Not all were answered well: ${JSON.stringify(loaded)}`)
  return loaded
}

const run = (...args: string[]) => promisify(execFile)(wrk, args)

/** Throws where there is no wrk, before much else is measured. */
export const requireWrk = async (): Promise<void> => {
  // It prints its version and ends as if that were an error.
  const error: unknown = await run('--version').catch((thrown: unknown) => thrown)
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    throw new Error('Receivers are measured with wrk, which is not installed (Debian: apt-get install wrk).')
}

/**
 * As many requests as 64 connections get through. By wrk: a sender of Node's takes as much processor time as what is
 * measured, and both have only these processors.
 */
export const loadFully = async ({ origin, tokensFile, seconds }: Target, order: Order): Promise<Loaded> => {
  const load = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, origin]
  const { stdout } = await run(...load, '--', tokensFile, order, String(connections))
  return checked(JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as Loaded)
}

/** So many requests a second, which is what wrk cannot keep to. Throws where the senders could not keep up. */
export const loadAtRate = async ({ origin, tokensFile, seconds }: Target, perSecond: number): Promise<Loaded> => {
  const args = [origin, tokensFile, String(seconds), String(connections), String(perSecond)]
  const loaded = checked(await printed<Loaded>(startChild('ingress/load-at-rate.ts', args), () => true))
  if (loaded.perSecond < perSecond * leastOfRate)
    throw new Error(`Of ${perSecond} a second there were ${loaded.perSecond}.`)
  return loaded
}

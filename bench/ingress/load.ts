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
  non2xx: number
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
const wrk = process.env['KNOCKWIRE_WRK'] ?? 'wrk'
const script = fileURLToPath(new URL('load.lua', import.meta.url))

const checked = (loaded: Loaded): Loaded => {
  if (loaded.non2xx > 0 || loaded.errors > 0) throw new Error(`Not all were answered 2xx: ${JSON.stringify(loaded)}`)
  return loaded
}

/**
 * As many requests as 64 connections get through. By wrk: a sender of Node's takes as much processor time as what is
 * measured, and both have only these processors.
 */
export const loadFully = async ({ origin, tokensFile, seconds }: Target, order: Order): Promise<Loaded> => {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, origin, '--', tokensFile, order]
  const { stdout } = await promisify(execFile)(wrk, [...args, String(connections)]).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw isMissing
      ? new Error('Receivers are measured with wrk, which is not installed (Debian: apt-get install wrk).')
      : error
  })
  return checked(JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as Loaded)
}

/** So many requests a second, which is what wrk cannot keep to. */
export const loadAtRate = async ({ origin, tokensFile, seconds }: Target, perSecond: number): Promise<Loaded> => {
  const args = [origin, tokensFile, String(seconds), String(connections), String(perSecond)]
  return checked(await printed<Loaded>(startChild('ingress/load-at-rate.ts', args), () => true))
}

import { targetPath } from '../../receivers/target-path.ts'
import { bareOutcome, exitCodeOf } from './outcome.ts'
import { runIdOf } from './run-id.ts'
import type { SentSignal } from './sent-signal.ts'

/*
 * Addresses of other services, so that whatever calls them needs another host name only:
 * Healthchecks (`/ping/UUID`, `/UUID`, `/ping/KEY/SLUG`, `/KEY/SLUG`, each with `/start`, `/fail`, `/log` or an exit code), Uptime Kuma (`/api/push/TOKEN`) and
 * Cronitor (`/p/KEY/NAME`). What they say is read as those services read it.
 */

const healthchecks = /^\/(?:ping\/)?([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})(?:[/?#]|$)/i
/** With a project's ping key and the check's slug. */
const healthchecksSlug = /^\/(?:ping\/)?([\w-]{22})\/([\w-]{1,100})(?:[/?#]|$)/
const uptimeKuma = /^\/api\/push\/(\w{10,64})(?:[/?#]|$)/
const cronitor = /^\/p\/([\w-]{10,64})\/([\w.~%:@!$&'()*+,;=-]{1,200})(?:[/?#]|$)/

/**
 * By what the receiver of such an address is found: the same for each of its forms. Null where it is of none of these services. It
 * has a colon, which no receiver's own token has.
 */
export const addressKeyOf = (url: string): string | null => {
  const target = targetPath(url)
  const uuid = healthchecks.exec(target)?.[1]
  if (uuid !== undefined) return `ping:${uuid.toLowerCase()}`
  const [, pingKey, slug] = healthchecksSlug.exec(target) ?? []
  if (pingKey !== undefined && slug !== undefined) return `slug:${pingKey}/${slug}`
  const token = uptimeKuma.exec(target)?.[1]
  if (token !== undefined) return `push:${token}`
  const [, key, name] = cronitor.exec(target) ?? []
  return key === undefined || name === undefined ? null : `p:${key}/${name}`
}

/** Of Healthchecks, what stands behind the receiver's part of the path, as behind a receiver's own URL. */
const healthchecksPath = /^\/(?:ping\/)?(?:[\da-f-]{36}|[\w-]{22}\/[\w-]+)/i

const queryOf = (target: string) => new URLSearchParams(/\?([^#]*)/.exec(target)?.[1] ?? '')

const success = { kind: 'SUCCESS', runId: null, exitCode: null } as const
const failure = { kind: 'FAIL', runId: null, exitCode: null } as const

/** It says `up`, or nothing of it; any other status is a failure there. */
const pushed = (query: URLSearchParams): SentSignal =>
  query.getAll('status').every((status) => status === '' || status === 'up') ? success : failure

const cronitorKinds: Readonly<Record<string, SentSignal['kind']>> = {
  run: 'START',
  complete: 'SUCCESS',
  ok: 'SUCCESS',
  tick: 'SUCCESS',
  fail: 'FAIL',
}

/** Behind the monitor's part of the path, where older clients write the state. */
const cronitorPath = /^\/p\/[^/?#]+\/[^/?#]+\/([^?#]*)/

const reported = (target: string, query: URLSearchParams): SentSignal => {
  const inPath = bareOutcome(cronitorPath.exec(target)?.[1] ?? '')
  const state = query.get('state')?.toLowerCase() || inPath || 'complete'
  return {
    kind: cronitorKinds[state] ?? 'LOG',
    runId: runIdOf(query.get('series') ?? ''),
    exitCode: exitCodeOf(query.get('status_code') ?? ''),
  }
}

/** What a request to such an address says; `sentSignalOf` reads a receiver's own. Null where it is no such address. */
export const signalToOtherAddress = (url: string, sentSignalOf: (ownUrl: string) => SentSignal): SentSignal | null => {
  const target = targetPath(url)
  const [service] = (addressKeyOf(target) ?? '').split(':')
  switch (service) {
    case 'ping':
    case 'slug':
      return sentSignalOf(target.replace(healthchecksPath, '/r/-'))
    case 'push':
      return pushed(queryOf(target))
    case 'p':
      return reported(target, queryOf(target))
    default:
      return null
  }
}

/** An address as it is shown and may be saved: without what a single call adds to it. */
export const shownAddress = (key: string): string => {
  const at = key.indexOf(':')
  const [service, rest] = [key.slice(0, at), key.slice(at + 1)]
  switch (service) {
    case 'push':
      return `/api/push/${rest}`
    case 'slug':
      return `/ping/${rest}`
    default:
      return `/${service}/${rest}`
  }
}

/** What the service of such an address responds with; null where it is not known, or the address of none. */
export const responseOfService = (url: string): { contentType: string; body: string } | null => {
  const [service] = (addressKeyOf(url) ?? '').split(':')
  switch (service) {
    case 'ping':
    case 'slug':
      return { contentType: 'text/plain', body: 'OK' }
    case 'push':
      return { contentType: 'application/json', body: '{"ok":true}' }
    default:
      return null
  }
}

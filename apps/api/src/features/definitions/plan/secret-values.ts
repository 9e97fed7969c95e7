import { pointer } from '@knockwire/domain/definitions/compare'
import type { DefinedRequest, KeptSecret } from '@knockwire/domain/definitions/definition'
import { secretNamesIn } from '@knockwire/domain/definitions/secret-references'
import type { RequestTargetInput } from '@knockwire/domain/requests/request-target'
import type { DecryptedRequest } from '@knockwire/services/requests/stored-request'
import { isDeepStrictEqual } from 'node:util'
import { shownHeaders } from '../stored/definition-of.ts'
import type { Secrets } from '@knockwire/services/secrets/secrets'
import type { StoredReceiver, StoredTask } from '../stored/load-stored.ts'
import type { DefinitionProblem, PlanScope } from './scope.ts'

const isKept = (value: string | KeptSecret | undefined): value is KeptSecret => typeof value === 'object'

/** Values by the names of their headers, several of one name in their order. */
const valuesByName = (headers: readonly (readonly [string, string])[]): Map<string, string[]> => {
  const values = new Map<string, string[]>()
  for (const [name, value] of headers) {
    const key = name.trim().toLowerCase()
    const known = values.get(key)
    if (known === undefined) values.set(key, [value])
    else known.push(value)
  }
  return values
}

interface Resolved {
  target: RequestTargetInput
  problems: DefinitionProblem[]
}

const nothingStored = (path: string): DefinitionProblem => ({
  path,
  code: 'no_stored_secret',
  message: 'No value is stored here that could be kept. Send the value itself, or a reference such as ${secret:NAME}.',
})

/** The request with the stored values in the place of those that are to stay. `stored`: null where there is none yet. */
export const resolveKept = ({ target }: DefinedRequest, stored: DecryptedRequest | null): Resolved => {
  const values = valuesByName(stored?.headers ?? [])
  const seen = new Map<string, number>()
  const problems: DefinitionProblem[] = []
  const headers = target.headers.map(([name, value], index): [string, string] => {
    const key = name.trim().toLowerCase()
    const place = seen.get(key) ?? 0
    seen.set(key, place + 1)
    if (!isKept(value)) return [name, value]
    const kept = values.get(key)?.[place]
    if (kept === undefined) problems.push(nothingStored(pointer('request', 'target', 'headers', String(index))))
    return [name, kept ?? '']
  })
  const { password, ...basicAuth } = target.basicAuth
  if (isKept(password) && stored?.basicAuth.password === undefined)
    problems.push(nothingStored(pointer('request', 'target', 'basicAuth', 'password')))
  // One that is off keeps what it had, so that switching it on again loses nothing.
  const isLeftOut = basicAuth.status === 'DISABLED' && basicAuth.username === '' && stored !== null
  const username = isLeftOut ? stored.basicAuth.username : basicAuth.username
  return {
    target: {
      ...target,
      headers,
      basicAuth: { ...basicAuth, username, ...(typeof password === 'string' && { password }) },
    },
    problems,
  }
}

/** Paths below `path` at which a value differs that is never shown. */
export const secretChanges = (
  before: DecryptedRequest | null,
  after: DecryptedRequest,
  { path, secrets }: { path: string; secrets: Secrets },
): string[] => {
  if (before === null) return []
  const hidden = (headers: DecryptedRequest['headers']) => {
    const shown = shownHeaders(headers, secrets)
    return valuesByName(headers.filter((_, index) => isKept(shown[index]?.[1])))
  }
  const [was, is] = [hidden(before.headers), hidden(after.headers)]
  const names = [...is.keys()].filter((name) => was.has(name) && !isDeepStrictEqual(was.get(name), is.get(name)))
  const paths = names.map((name) => path + pointer('request', 'target', 'headers', name))
  const hasOtherPassword =
    before.basicAuth.password !== undefined &&
    after.basicAuth.password !== undefined &&
    before.basicAuth.password !== after.basicAuth.password
  return hasOtherPassword ? [...paths, path + pointer('request', 'target', 'basicAuth', 'password')] : paths
}

/** References to secrets that there are not, or that the caller may not use. */
export const unusableSecrets = (
  target: DecryptedRequest,
  { secretNames, usableSecrets }: Pick<PlanScope, 'secretNames' | 'usableSecrets'>,
): DefinitionProblem[] => {
  const places: [string[], string][] = [
    [['uri'], target.uri],
    ...target.headers.map(([, value], index): [string[], string] => [['headers', String(index)], value]),
    [['body'], target.body ?? ''],
    [['basicAuth', 'password'], target.basicAuth.password ?? ''],
  ]
  return places.flatMap(([names, text]) =>
    secretNamesIn([text]).flatMap((name): DefinitionProblem[] => {
      const path = pointer('request', 'target', ...names)
      if (usableSecrets !== null && !usableSecrets.has(name)) {
        const message = `The project does not use the secret ${name} yet. A token that is bound to a project cannot begin to: apply this once with another one.`
        return [{ path, code: 'secret_of_others', message }]
      }
      if (secretNames.has(name)) return []
      const message = `There is no secret ${name}. Store it first.`
      return [{ path, code: 'unknown_secret', message }]
    }),
  )
}

interface Refers {
  notifications: StoredTask['notifications']
}

const namesOfNotifications = ({ notifications }: Refers) =>
  notifications.flatMap(({ notification: { setting } }) =>
    setting.type === 'HTTP' ? (setting.request.secretNames ?? []) : [],
  )

/** Those that requests of the project refer to. */
export const secretsOfProject = (
  { tasks, receivers }: { tasks: readonly StoredTask[]; receivers: readonly StoredReceiver[] },
  project: string,
): ReadonlySet<string> => {
  const isOwn = ({ managedBy }: { managedBy: StoredTask['task']['managedBy'] }) => managedBy?.project === project
  return new Set([
    ...tasks
      .filter(({ task }) => isOwn(task))
      .flatMap((stored) => [...(stored.task.request.secretNames ?? []), ...namesOfNotifications(stored)]),
    ...receivers.filter(({ receiver }) => isOwn(receiver)).flatMap(namesOfNotifications),
  ])
}

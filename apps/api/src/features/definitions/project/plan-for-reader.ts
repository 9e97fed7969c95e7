import type { ApplyResult, Change } from '@knockwire/domain/definitions/apply'
import { pointer } from '@knockwire/domain/definitions/compare'
import type { DefinedRequest } from '@knockwire/domain/definitions/definition'
import { isReferenceAlone } from '@knockwire/domain/definitions/secret-references'
import { isSecretHeader } from '@knockwire/domain/headers/secret-headers'
import { hasParameter, isSecretParameter, maskAddresses } from '@knockwire/domain/requests/secret-parameters'
import type { ParsedResource } from '../plan/plan-project.ts'
import type { ParsedResources } from './parse-resources.ts'
import { summaryOf } from './summary.ts'

/** A reference says nothing of the value, and `{"secret": true}` is what is stored. */
const isGuess = (value: unknown): value is string => typeof value === 'string' && !isReferenceAlone(value)

const hasGuessedParameter = (uri: string): boolean =>
  hasParameter(uri, (name, value) => isSecretParameter(name) && isGuess(value))

const guessesOf = ({ target }: DefinedRequest, path: string): string[] => {
  const { uri, headers, basicAuth } = target
  const names = headers.flatMap(([name, value]) =>
    isSecretHeader(name) && isGuess(value) ? [name.trim().toLowerCase()] : [],
  )
  return [
    ...[...new Set(names)].map((name) => path + pointer('request', 'target', 'headers', name)),
    ...(isGuess(basicAuth.password) ? [path + pointer('request', 'target', 'basicAuth', 'password')] : []),
    ...(hasGuessedParameter(uri) ? [path + pointer('request', 'target', 'uri')] : []),
  ]
}

/** Paths of the secret values that are sent as they are. */
const guesses = (resource: ParsedResource): string[] => {
  const { notifications = [] } = resource.definition
  return [
    ...(resource.kind === 'task' ? guessesOf(resource.definition.request, '') : []),
    ...notifications.flatMap(({ key, id, request }) => {
      const name = key ?? id
      return request === undefined || name === undefined ? [] : guessesOf(request, pointer('notifications', name))
    }),
  ]
}

const maskAt = (path: string, value: unknown): unknown => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return maskAddresses({ [name]: value })[name]
}

const changeForReader = (change: Change, guessed: readonly string[]): Change => {
  if (change.op === 'create') return { ...change, secretsChanged: [], fields: masked(change) }
  const unknown = new Set(guessed)
  const fields = masked(change).filter(({ path, from, to }) => !(unknown.has(path) && from === to))
  const isPlain = change.op === 'same' || change.op === 'update'
  const op = isPlain ? (fields.length + unknown.size === 0 ? 'same' : 'update') : change.op
  return { ...change, op, fields, secretsChanged: [...unknown] }
}

const masked = ({ fields }: Change): Change['fields'] =>
  fields.map(({ path, from, to }) => ({ path, from: maskAt(path, from), to: maskAt(path, to) }))

/**
 * A plan for somebody who may see no secret. Whether a value that was sent is the stored one would say what is stored to who tries values
 * one after the other, so each secret value that is sent as it is counts as changed. References can be compared.
 */
export const planForReader = (result: ApplyResult, { resources }: ParsedResources): ApplyResult => {
  const guessed = new Map(resources.map((resource) => [`${resource.kind} ${resource.key}`, guesses(resource)]))
  const changes = result.changes.map((change) =>
    changeForReader(change, guessed.get(`${change.kind} ${change.key}`) ?? []),
  )
  return { ...result, changes, summary: summaryOf(changes) }
}

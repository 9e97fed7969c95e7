import type { ApplyProblem } from '@knockwire/domain/definitions/apply'
import { pointer } from '@knockwire/domain/definitions/compare'
import { addressKeyOf } from '@knockwire/domain/heartbeats/signals/other-addresses'
import type { ParsedResource } from '../plan/plan-project.ts'

/** Each address reaches one receiver: where two of one call give the same, the second has the problem. */
export const sharedAddresses = (resources: readonly ParsedResource[]): ApplyProblem[] => {
  const owners = new Map<string, string>()
  return resources.flatMap((resource) => {
    const { key } = resource
    const { otherAddresses = [] } = resource.kind === 'receiver' ? resource.definition : {}
    return otherAddresses.flatMap((written, index): ApplyProblem[] => {
      const address = addressKeyOf(written.trim())
      if (address === null) return []
      const owner = owners.get(address) ?? key
      owners.set(address, owner)
      if (owner === key) return []
      const path = pointer('otherAddresses', String(index))
      const message = `The receiver ${owner} has the address ${written.trim()}, too.`
      return [{ kind: 'receiver', key, path, code: 'duplicate_address', message }]
    })
  })
}

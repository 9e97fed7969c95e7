import type { InstanceView } from '@knockwire/domain/instance/instance'
import { missingParts } from '@knockwire/domain/instance/instance-rules'

/**
 * Says in a document what this instance does not have: `<html data-without="rates site">`. The style sheets hide what is of such a
 * part (`data-part`), before any script has run.
 */
export const markDocument = (document: string, instance: InstanceView): string => {
  const missing = missingParts(instance).join(' ')
  return missing === '' ? document : document.replace('<html ', `<html data-without="${missing}" `)
}

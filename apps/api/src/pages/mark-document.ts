import type { InstanceView } from '@knockwire/domain/instance/instance'
import { type InstancePart, missingParts } from '@knockwire/domain/instance/instance-rules'

/** Beside what an instance has by its settings. */
export type DocumentPart = InstancePart | 'rate-sources'

/**
 * Says in a document what this instance does not have: `<html data-without="rates site">`. The style sheets hide what is of such a
 * part (`data-part`), before any script has run.
 */
export const markDocument = (document: string, instance: InstanceView, more: readonly DocumentPart[] = []): string => {
  const missing = [...missingParts(instance), ...more].join(' ')
  return missing === '' ? document : document.replace('<html ', `<html data-without="${missing}" `)
}

import type { FieldErrors } from '@knockwire/domain/errors'

/** Of the fields looked at, those with a fault. */
export const faultsOf = (sentences: Record<string, string | null>): FieldErrors =>
  Object.fromEntries(Object.entries(sentences).filter((entry): entry is [string, string] => entry[1] !== null))

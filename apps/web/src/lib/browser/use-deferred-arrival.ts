import { useDeferredValue } from 'react'

/**
 * A query's data, which first arrives in its own render: React draws a whole page in slices there, between which the
 * browser answers its user. What is in the cache is there at once, and what changes later is seen at once.
 */
export function useDeferredArrival<T>(data: T | undefined): T | undefined {
  const deferred = useDeferredValue(data)
  return deferred === undefined ? undefined : data
}

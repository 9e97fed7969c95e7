import { useEffect, useState } from 'react'

/** A result that is computed in the background; undefined until it is there. */
export function useBackground<Result>(compute: ((signal: AbortSignal) => Promise<Result>) | null, onFailure: Result) {
  const [result, setResult] = useState<{ of: unknown; value: Result }>()
  useEffect(() => {
    if (compute === null) return
    const abort = new AbortController()
    const set = (value: Result) => {
      if (!abort.signal.aborted) setResult({ of: compute, value })
    }
    compute(abort.signal).then(set, () => set(onFailure))
    return () => abort.abort()
  }, [compute, onFailure])
  return result?.of === compute ? result?.value : undefined
}

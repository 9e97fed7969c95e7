import { useEffect, useState } from 'react'

export type Loaded<T> =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; value: T }

/**
 * Loads again whenever `key` changes, and drops what an older key still brings; null loads nothing. While it loads,
 * nothing of the old key is shown.
 */
export const useLoad = <T>(key: string | null, load: (signal: AbortSignal) => Promise<T>): Loaded<T> => {
  const [loaded, setLoaded] = useState<{ key: string | null; result: Loaded<T> }>({
    key: null,
    result: { state: 'idle' },
  })
  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    load(controller.signal).then(
      (value) => setLoaded({ key, result: { state: 'ready', value } }),
      (error: unknown) => {
        if (!controller.signal.aborted) setLoaded({ key, result: { state: 'failed', error } })
      },
    )
    return () => controller.abort()
    // What is loaded is named by the key.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key])
  if (key === null) return { state: 'idle' }
  return loaded.key === key ? loaded.result : { state: 'loading' }
}

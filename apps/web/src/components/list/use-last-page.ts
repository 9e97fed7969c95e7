import { useEffect, useEffectEvent } from 'react'

interface LoadedPage {
  total: number
  /** Counts from 0. */
  page: number
}

/** Goes to the last page where the one of the address is behind it: all of its rows may have been deleted. */
export function useLastPage(
  page: number,
  loaded: LoadedPage | undefined,
  pageSize: number,
  go: (page: number) => void,
): void {
  const last = loaded === undefined ? page : Math.max(0, Math.ceil(loaded.total / pageSize) - 1)
  const isBehind = loaded?.page === page && page > last
  const leave = useEffectEvent(() => go(last))
  useEffect(() => {
    if (isBehind) leave()
  }, [isBehind])
}

/** One page of a history. */
export interface HistoryPage<T> {
  results: T[]
  total: number
  /** Counts from 0. */
  page: number
}

/** The server's answer to a poll: without results where the page still begins with the cursor. */
export interface PolledPage<T> extends HistoryPage<T> {
  hasNewItem: boolean
}

/**
 * Polls a page. With a cursor, the newest item the browser has, the server answers with a page only where it has something newer.
 * An item that arrived late stands below the cursor and changes the total alone: then the page is fetched whole.
 */
export const pollWithCursor = async <T>(
  known: HistoryPage<T> | undefined,
  cursor: string | undefined,
  fetchPage: (cursor: string | undefined) => Promise<PolledPage<T>>,
): Promise<HistoryPage<T>> => {
  const polled = await fetchPage(known && cursor)
  if (polled.hasNewItem || known === undefined) return polled
  return polled.total === known.total ? known : fetchPage(undefined)
}

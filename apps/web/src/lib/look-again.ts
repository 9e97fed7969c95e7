/** What is known of a page that is watched. */
export interface WatchedPage<T> {
  results: T[]
  total: number
  page: number
}

/** Without results where the page still begins with what the browser said that it has. */
interface Look<T> extends WatchedPage<T> {
  hasNewItem: boolean
}

/**
 * Looks at a page again. `ask` names what the browser has on top, or nothing, to be given the page whole. Something that
 * came late stands below the top: then the total alone tells of it, and the page is asked for whole.
 */
export const lookAgain = async <T>(
  known: WatchedPage<T> | undefined,
  top: string | undefined,
  ask: (top: string | undefined) => Promise<Look<T>>,
): Promise<WatchedPage<T>> => {
  const look = await ask(known && top)
  if (look.hasNewItem || known === undefined) return look
  return look.total === known.total ? known : ask(undefined)
}

import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../../lib/navigation/paths.ts'
import type { Owner } from '../../../lib/api/query-keys.ts'
import type { FeedRow } from './feed.ts'
import { type PageRequest, prefetchFirstPage } from './use-feed.ts'

/** The document is being opened at this address, which narrows the history down. */
const isNarrowed = ({ kind, id }: Owner): boolean =>
  window.location.search !== '' && window.location.pathname === paths.history({ kind, id })

/** Fetches the newest rows of a history beside its owner, so that they are shown together. */
export async function prefetchHistory<T extends FeedRow>(
  client: QueryClient,
  history: Omit<PageRequest<T>, 'shown'>,
): Promise<void> {
  if (!isNarrowed(history.owner)) await prefetchFirstPage(client, history)
}

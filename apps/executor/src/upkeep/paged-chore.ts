import type { Chore } from './start-upkeep.ts'

/** A chore that goes through all owners in pages, one each time. */
export interface PagedChore {
  run: Chore
  /** Whether it stands before another page, and not at the beginning again. */
  hasMore: () => boolean
}

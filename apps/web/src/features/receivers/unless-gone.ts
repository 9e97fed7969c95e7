import { isStatus } from '../../lib/api-client.ts'

/** What is deleted already, in another window perhaps, is deleted. */
export function unlessGone(error: unknown): void {
  if (!isStatus(error, 404)) throw error
}

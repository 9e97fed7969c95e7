import { account } from './builders/account.ts'
import { server } from './network.ts'

/** What pages ask for beside what a test is about: an account of an owner, in which there is nothing. */
export function answerForAnybody(): void {
  server.get('/accounts/me', 'AccountView', () => account())
  server.page('/dev/outbox.json', () => new Response(null, { status: 404 }))
}

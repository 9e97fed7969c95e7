import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { calendarWindow, countOne, takeTurn } from '@knockwire/db/rate-window'
import { codeRules } from '@knockwire/domain/accounts/credentials'
import { AppError } from '@knockwire/domain/errors'

const refuse = (sentence: string, waitMs: number) =>
  new AppError('RATE_LIMITED', sentence, {
    errors: { newEmail: sentence },
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })

/** Counted by address, whoever asks: nobody's mailbox is flooded from here. */
export const countCode = async (db: DatabaseOrTransaction, address: string, nowMs: number): Promise<void> => {
  const everyMs = 60_000 / codeRules.perMinute
  if (!(await takeTurn(db, { key: `code:turn:${address}`, everyMs, nowMs }))) {
    throw refuse('A code was sent to this address less than a minute ago. Please wait a moment.', everyMs)
  }
  const window = calendarWindow(nowMs, 'day')
  if (!(await countOne(db, { key: `code:day:${address}`, window, limit: codeRules.perDay }))) {
    throw refuse('This address has had all its codes for today. Please try again tomorrow.', window.endMs - nowMs)
  }
}

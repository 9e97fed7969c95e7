import type { Transaction } from '@knockwire/db/client'
import { calendarWindow, countOne, fixedWindow, takeTurn } from '@knockwire/services/usage/rate-window'
import { codeRules } from '@knockwire/domain/accounts/credentials'
import { AppError } from '@knockwire/domain/errors'

export interface CodeRequest {
  accountId: string
  address: string
  /** Whether it is the caller's own address: nobody else's requests can use up the codes for it. */
  isOwnAddress: boolean
  /** `clientNetwork` of the caller. */
  network: string
  /** Codes that one network may ask for in an hour. */
  networkPerHour: number
  nowMs: number
}

const reject = (message: string, waitMs: number) =>
  new AppError('RATE_LIMITED', message, { retryAfterSeconds: Math.ceil(waitMs / 1000) })

/** A window of the limits below, and how many different addresses an account may ask for in it. */
const windowsAt = (nowMs: number) => ({
  hour: { window: fixedWindow(nowMs, 3_600_000), addresses: codeRules.addressesPerHour },
  day: { window: calendarWindow(nowMs, 'day'), addresses: codeRules.addressesPerDay },
})

/** One account does not mail to many strangers. */
const countAddress = async (tx: Transaction, { accountId, address, nowMs }: CodeRequest): Promise<void> => {
  for (const [per, { window, addresses }] of Object.entries(windowsAt(nowMs))) {
    const isNew = await countOne(tx, { key: `code:${per}:${accountId}:${address}`, window, limit: 1 })
    if (!isNew || (await countOne(tx, { key: `code:${per}:${accountId}`, window, limit: addresses }))) continue
    throw reject(
      `Codes can be sent to ${addresses} different addresses each ${per}. Try again later.`,
      window.endMs - nowMs,
    )
  }
}

/**
 * Counts a code that is about to be mailed; throws RATE_LIMITED where one of the limits of `codeRules` is used up. To be
 * called in a transaction, which then takes back what was counted.
 */
export const countCode = async (tx: Transaction, request: CodeRequest): Promise<void> => {
  const { accountId, address, network, nowMs } = request
  const everyMs = 60_000 / codeRules.perMinute
  if (!(await takeTurn(tx, { key: `code:turn:${accountId}:${address}`, everyMs, nowMs }))) {
    throw reject('A code was sent to this address less than a minute ago. Wait a moment.', everyMs)
  }
  if (!request.isOwnAddress) await countAddress(tx, request)
  const { hour, day } = windowsAt(nowMs)
  if (!(await countOne(tx, { key: `code:network:${network}`, window: hour.window, limit: request.networkPerHour }))) {
    const message = 'Too many codes were requested from your network. Try again later.'
    throw reject(message, hour.window.endMs - nowMs)
  }
  const limits = [
    { key: `code:address:${accountId}:${address}`, limit: codeRules.perDay },
    ...(request.isOwnAddress ? [] : [{ key: `code:address:${address}`, limit: codeRules.perDayFromAllAccounts }]),
  ]
  for (const limit of limits) {
    if (await countOne(tx, { ...limit, window: day.window })) continue
    throw reject('This address has received all of its codes for today. Try again tomorrow.', day.window.endMs - nowMs)
  }
}

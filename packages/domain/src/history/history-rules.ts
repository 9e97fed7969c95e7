import type { DeliveryStatus } from '../notifications/deliveries/delivery.ts'
import type { DeliveryMarkView } from './history.ts'

/**
 * SUCCEEDED: a response below 400. HTTP_ERROR: one from 400 on. FAILED: none came, or the request could not be made.
 * WAITING: its target has still to say how it ended. INCONCLUSIVE: the run says nothing about the target, because of a fault or a network outage on our side.
 */
export const historyResults = [
  'QUEUED',
  'RUNNING',
  'WAITING',
  'SUCCEEDED',
  'HTTP_ERROR',
  'FAILED',
  'INCONCLUSIVE',
] as const

interface Watched {
  id: string
  status?: string
  /** Of a received request. */
  signal?: { kind: string } | null
  notificationResults: readonly DeliveryMarkView[]
}

const letterOf: Readonly<Record<DeliveryStatus, string>> = {
  PENDING: 'P',
  DELIVERED: 'D',
  FAILED: 'F',
  LIMIT_EXCEEDED: 'L',
  MUTED: 'M',
}

/** Room for as many notifications as a task may have. */
export const longestWatchKey = 200

/** A row and all of it that may still change: two rows with one key look the same. */
export const watchKey = ({ id, status, signal, notificationResults }: Watched): string =>
  `${id}~${status ?? signal?.kind ?? ''}${notificationResults.map((mark) => `.${letterOf[mark.status]}${mark.attempts}`).join('')}`.slice(
    0,
    longestWatchKey,
  )

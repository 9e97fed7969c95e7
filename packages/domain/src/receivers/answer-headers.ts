import type { HeaderList } from '../headers/header-list.ts'

/**
 * What every answer of a receiver carries. Its content is the user's: sandboxed, it runs nothing where it is opened,
 * and no cache keeps it from being asked for again.
 */
export const answerHeaders = (contentType: string): HeaderList => [
  ['Content-Type', contentType],
  ['Content-Security-Policy', 'sandbox'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Cache-Control', 'no-store'],
]

import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import { Suspense } from 'react'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { plainWords } from './plain-words.ts'

/** The library that reads cron expressions comes with the first of them. */
const CronExpectation = lazyPart(async () => (await import('./cron-expectation.tsx')).CronExpectation)

/** When a signal is expected, and how late it may be. */
export const ExpectationWords = ({ expectation }: { expectation: Expectation }) =>
  expectation.mode === 'CRON' ? (
    <Suspense fallback="…">
      <CronExpectation expectation={expectation} />
    </Suspense>
  ) : (
    plainWords(expectation)
  )

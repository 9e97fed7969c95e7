import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import classes from './test-result.module.css'
import type { TaskTest } from './use-task-test.ts'

const TestOutcome = lazyPart(async () => (await import('./test-outcome.tsx')).TestOutcome)

interface TestResultProps {
  test: TaskTest
  /** Shows the response's body, where no history does. */
  withBody?: boolean
  /** Beside the outcome. */
  children?: ReactNode
}

/** What came of a test, and which version of the request was sent. Empty before the first one. */
export const TestResult = ({ test, withBody = false, children }: TestResultProps) => (
  <div role="status" aria-label="Test result" className={classes.result}>
    {test.started && (
      <Suspense fallback={null}>
        <TestOutcome test={test} started={test.started} withBody={withBody}>
          {children}
        </TestOutcome>
      </Suspense>
    )}
  </div>
)

// Before React is loaded, which looks for it then.
import './without-async-stacks.ts'
import '../../theme/mantine-styles.ts'
import '../../theme/tokens.css'
import '../../theme/global.css'
import { afterEach, beforeEach, type MockInstance, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { markReachable } from '../../lib/api/connection.ts'
import { forbidEval } from '../../lib/browser/zod-without-eval.ts'
import { markSignedOut } from '../../lib/session/session.ts'
import { answerForAnybody } from '../default-answers.ts'
import { resetNetwork } from '../network.ts'
import { leavePage } from '../open-page.tsx'

const ownAddress = window.location.href
let consoleErrors: MockInstance<typeof console.error>

forbidEval()

beforeEach(() => {
  consoleErrors = vi.spyOn(console, 'error')
  answerForAnybody()
})

/** All files share a page: each test finds it as if it had just been opened, and whatever went wrong unannounced fails it. */
afterEach(async () => {
  await cleanup()
  await leavePage()
  markSignedOut()
  markReachable()
  window.history.replaceState(null, '', ownAddress)
  window.localStorage.clear()
  window.sessionStorage.clear()
  const problems = [
    ...resetNetwork().map((call) => `Nothing has answered ${call}`),
    ...consoleErrors.mock.calls.map((call) => `On the console: ${call.map(String).join(' ')}`),
  ]
  vi.restoreAllMocks()
  if (problems.length > 0) throw new Error(problems.join('\n'))
})

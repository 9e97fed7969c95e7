/** For what must not happen in a test: thrown where nobody awaits it, it fails the test file. */
export const raise = (error: Error): never => {
  throw error
}

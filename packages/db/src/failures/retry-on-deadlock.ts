const maxTries = 5

/** Whether an error, or what caused it, says that PostgreSQL ended one of two transactions that waited for each other. */
const isDeadlock = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '40P01') return true
  }
  return false
}

/** Does a whole transaction once more where it was the one that had to give way: by then the other one has gone on. */
export const retryOnDeadlock = async <T>(transaction: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (tries === maxTries || !isDeadlock(error)) throw error
    }
  }
}

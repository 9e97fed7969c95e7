/** The processor time that this thread has used, in milliseconds: unlike a clock, it stands still while others compute. */
export const processorTimeMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

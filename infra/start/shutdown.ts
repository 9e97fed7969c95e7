/** A second signal this soon is the first one, passed on to us as well by whatever started us. */
const echoMs = 1000

export interface Shutdown {
  /** Aborted when the stop was asked for. */
  signal: AbortSignal
  /** Registers what is to be undone; the last one registered is undone first. */
  onStop: (undo: () => Promise<void>) => void
  /** Registers what is to be done at once when a second Ctrl-C asks for it. */
  onForce: (kill: () => void) => void
  /** Undoes everything and ends the process. */
  stop: (exitCode: number) => Promise<never>
}

const undoAll = async (undos: (() => Promise<void>)[]): Promise<void> => {
  for (const undo of undos.splice(0).toReversed()) {
    await undo().catch((error: unknown) => console.error(String(error)))
  }
}

/** Ctrl-C, SIGTERM, a closed terminal, or the end of whoever started us: everything is drained and stopped, in order. */
export const installShutdown = (): Shutdown => {
  const undos: (() => Promise<void>)[] = []
  const kills: (() => void)[] = []
  const abort = new AbortController()
  let askedAt: number | undefined

  const stop = async (exitCode: number): Promise<never> => {
    askedAt ??= performance.now()
    abort.abort()
    // What is registered meanwhile (a start that was under way) is undone as well.
    while (undos.length > 0) await undoAll(undos)
    process.exit(exitCode)
  }
  const onSignal = () => {
    if (askedAt === undefined) {
      console.log('\nStopping: what is under way is finished first (Ctrl-C again to stop at once).')
      void stop(0)
    } else if (performance.now() - askedAt > echoMs) {
      for (const kill of kills) kill()
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  process.once('disconnect', onSignal)
  return { signal: abort.signal, onStop: (undo) => undos.push(undo), onForce: (kill) => kills.push(kill), stop }
}

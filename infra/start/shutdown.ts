import { complain, say } from './log-lines.ts'

/** A second signal this soon is the first one, passed on to us as well by whatever started us. */
const echoMs = 1000
/** The exit code of an interrupted program: it did not finish what it was doing. */
const forcedCode = 130

export interface Shutdown {
  /** Aborted when the stop begins. */
  signal: AbortSignal
  /** Registers what is to be undone; the last one registered is undone first. */
  onStop: (undo: () => Promise<void>) => void
  /** Registers what is to be done at once when a second Ctrl-C asks for it. */
  onForce: (kill: () => void) => void
  /** Undoes everything and ends the process: with 0 only where `exitCode` is 0 and everything ended in order. */
  stop: (exitCode: number) => Promise<never>
}

/** False where something could not be undone. */
const undoAll = async (undos: (() => Promise<void>)[]): Promise<boolean> => {
  let wentWell = true
  for (const undo of undos.splice(0).toReversed()) {
    await undo().catch((error: unknown) => {
      complain(String(error))
      wentWell = false
    })
  }
  return wentWell
}

/** Ctrl-C, SIGTERM, a closed terminal, or the end of the process that started us: everything is drained and stopped, in order. */
export const installShutdown = (): Shutdown => {
  const undos: (() => Promise<void>)[] = []
  const kills: (() => void)[] = []
  const abort = new AbortController()
  let startedAt: number | undefined
  let isForced = false

  const stop = async (exitCode: number): Promise<never> => {
    startedAt ??= performance.now()
    abort.abort()
    let wentWell = true
    // What is registered meanwhile (a start that had not finished) is undone as well.
    while (undos.length > 0) wentWell = (await undoAll(undos)) && wentWell
    const code = exitCode || (isForced ? forcedCode : Number(!wentWell))
    if (code === 0) say('Stopped.')
    process.exit(code)
  }
  const onSignal = () => {
    if (startedAt === undefined) {
      say('\nStopping: what is running is finished first (Ctrl-C again to stop at once).')
      void stop(0)
    } else if (performance.now() - startedAt > echoMs) {
      isForced = true
      for (const kill of kills) kill()
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  process.once('disconnect', onSignal)
  return { signal: abort.signal, onStop: (undo) => undos.push(undo), onForce: (kill) => kills.push(kill), stop }
}

const stop = new AbortController()

/**
 * Aborted when this process is to stop. Listened for before anything else is loaded: a signal that comes while the process
 * starts is obeyed as well.
 */
export const stopSignal = stop.signal

process.on('SIGTERM', () => stop.abort())
process.on('SIGINT', () => stop.abort())

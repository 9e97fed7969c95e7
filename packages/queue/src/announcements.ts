export interface Announcements {
  announce: (name: string) => void
  /** Sends those that wait, and resolves when all are sent. */
  stop: () => Promise<void>
}

export interface AnnouncementsOptions {
  announce: (name: string) => Promise<void>
  onError: (error: Error) => void
}

/** A notification wakes every process; a burst of jobs causes twenty of them a second. */
const everyMs = 50

/** Throttles by name: the first announcement is sent at once, and those within the next 50 ms together at their end. */
export const createAnnouncements = ({ announce, onError }: AnnouncementsOptions): Announcements => {
  const throttled = new Map<string, { timer: NodeJS.Timeout; isRequested: boolean }>()
  const inFlight = new Set<Promise<void>>()

  const send = (name: string) => {
    const sent: Promise<void> = announce(name)
      .catch((error: unknown) => onError(error instanceof Error ? error : new Error(String(error))))
      .finally(() => inFlight.delete(sent))
    inFlight.add(sent)
  }
  const sendAndThrottle = (name: string) => {
    send(name)
    const timer = setTimeout(() => {
      const isRequested = throttled.get(name)?.isRequested
      throttled.delete(name)
      if (isRequested) sendAndThrottle(name)
    }, everyMs)
    throttled.set(name, { timer: timer.unref(), isRequested: false })
  }
  return {
    announce: (name) => {
      const entry = throttled.get(name)
      if (entry) entry.isRequested = true
      else sendAndThrottle(name)
    },
    stop: async () => {
      for (const [name, { timer, isRequested }] of throttled) {
        clearTimeout(timer)
        if (isRequested) send(name)
      }
      throttled.clear()
      await Promise.all(inFlight)
    },
  }
}

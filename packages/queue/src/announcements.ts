export interface Announcements {
  announce: (name: string) => void
  /** Makes those that wait, and resolves when all are made. */
  stop: () => Promise<void>
}

export interface AnnouncementsOptions {
  announce: (name: string) => Promise<void>
  onError: (error: Error) => void
}

/** A notification wakes every process; a burst of jobs causes twenty of them a second. */
const everyMs = 50

/** Makes the first announcement of a name at once, and those of the time after it together, at the end of that. */
export const createAnnouncements = ({ announce, onError }: AnnouncementsOptions): Announcements => {
  const resting = new Map<string, { timer: NodeJS.Timeout; isRequested: boolean }>()
  const inFlight = new Set<Promise<void>>()

  const make = (name: string) => {
    const made: Promise<void> = announce(name)
      .catch((error: unknown) => onError(error instanceof Error ? error : new Error(String(error))))
      .finally(() => inFlight.delete(made))
    inFlight.add(made)
  }
  const makeAndRest = (name: string) => {
    make(name)
    const timer = setTimeout(() => {
      const isRequested = resting.get(name)?.isRequested
      resting.delete(name)
      if (isRequested) makeAndRest(name)
    }, everyMs)
    resting.set(name, { timer: timer.unref(), isRequested: false })
  }
  return {
    announce: (name) => {
      const rest = resting.get(name)
      if (rest) rest.isRequested = true
      else makeAndRest(name)
    },
    stop: async () => {
      for (const [name, { timer, isRequested }] of resting) {
        clearTimeout(timer)
        if (isRequested) make(name)
      }
      resting.clear()
      await Promise.all(inFlight)
    },
  }
}

import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'
import { loadOnline } from './load-online.ts'

let retries = 0

/** Parts that could not be loaded are loaded again where they are shown next. */
export const retryFailedParts = (): void => void (retries += 1)

/** A component whose code is loaded when it is first shown, or before. */
export interface LazyPart<Props> {
  (props: Props): ReactNode
  /** Loads the code. Once it has, the component shows itself at once, without what Suspense shows meanwhile. */
  preload: () => Promise<void>
  isLoaded: () => boolean
}

/** A component whose code is loaded when it is first shown. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    loaded ??= await load()
    return loaded
  }
  // One for each retry: React keeps what a load has failed with.
  const late: ComponentType<Props>[] = []
  function Part(props: Props) {
    // Chosen once: another component in its place would begin anew.
    const [Shown] = useState(
      () => loaded ?? (late[retries] ??= lazy(async () => ({ default: await loadOnline(loadOnce) }))),
    )
    return createElement(Shown, props)
  }
  return Object.assign(Part, { preload: async () => void (await loadOnce()), isLoaded: () => loaded !== undefined })
}

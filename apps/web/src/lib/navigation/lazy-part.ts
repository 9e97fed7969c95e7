import { type ComponentType, createElement, Fragment, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { connection } from '../api/connection.ts'
import { loadOnline } from './load-online.ts'
import { PartAwaited, PartNotLoaded } from './part-not-loaded.tsx'

/** A component whose code is loaded when it is first shown, or before. */
export interface LazyPart<Props> {
  (props: Props): ReactNode
  /** Loads the code. Once it has, the component shows itself at once, without what Suspense shows meanwhile. */
  preload: () => Promise<void>
  isLoaded: () => boolean
}

/** Of a part that opens over the page: in its place a message stands over the page, and is closed as the part would have been. */
interface OverPage<Props> {
  close?: (props: Props) => void
  /** Differs each time that it is opened, where it is set by a property other than `opened`. */
  opening?: (props: Props) => unknown
  /** The button that opens it, where that is one of its own. */
  button?: (props: Props, open: () => void) => ReactNode
}

/**
 * What is shown where the code could not be loaded: a message in the part's place or over the page, nothing, or what the boundary
 * around it shows.
 */
type WhenNotLoaded<Props> = 'message' | 'nothing' | 'throw' | OverPage<Props>

/**
 * A component whose code is loaded when it is first shown. Where that fails, the page around it stays: the part says so in its
 * place, and is loaded again where it is shown next.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  whenNotLoaded: WhenNotLoaded<Props> = 'message',
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let late: ComponentType<Props> | undefined
  let failure: unknown
  const loadOnce = async () => {
    loaded ??= await load()
    return loaded
  }
  const hasMessage = whenNotLoaded !== 'nothing' && whenNotLoaded !== 'throw'
  const isLoaded = () => loaded !== undefined
  const instead = (Message: typeof PartNotLoaded, props: Props) =>
    typeof whenNotLoaded === 'object'
      ? createElement(MessageOverPage<Props>, { of: props, Message, ...whenNotLoaded })
      : createElement(Message)
  function NotLoaded(props: Props) {
    useEffect(() => {
      // React keeps what a load has ended with.
      late = undefined
    }, [])
    if (whenNotLoaded === 'nothing') return null
    if (whenNotLoaded === 'throw') throw failure
    return instead(PartNotLoaded, props)
  }
  const loadLate = async () => ({
    default: await loadOnline(loadOnce, { isLoaded }).catch((error: unknown) => {
      failure = error
      return NotLoaded
    }),
  })
  function Part(props: Props) {
    // Chosen once: another component in its place would begin again.
    const [Shown] = useState(() => loaded ?? (late ??= lazy(loadLate)))
    const [isAwaited] = useState(() => hasMessage && !isLoaded() && connection() !== 'online')
    const shown = createElement(Shown, props)
    return isAwaited ? createElement(Suspense, { fallback: instead(PartAwaited, props) }, shown) : shown
  }
  const preload = async () => {
    // Loaded as it is shown: a page may never load again what has failed in it.
    if (connection() !== 'online') throw new Error('There is no network.')
    await loadOnce()
  }
  return Object.assign(Part, { preload, isLoaded })
}

interface MessageOverPageProps<Props> extends OverPage<Props> {
  of: Props
  Message: typeof PartNotLoaded
}

function MessageOverPage<Props extends object>(props: MessageOverPageProps<Props>) {
  const { of: part, Message, close, opening = () => '', button } = props
  const [closed, setClosed] = useState<unknown>()
  const isOpen = 'opened' in part ? part.opened === true : opening(part) !== closed
  const onClose = () => {
    setClosed(opening(part))
    close?.(part)
  }
  return createElement(
    Fragment,
    null,
    button?.(part, () => setClosed(undefined)),
    isOpen && createElement(Message, { onClose }),
  )
}

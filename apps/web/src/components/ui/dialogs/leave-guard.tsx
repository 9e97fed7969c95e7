import {
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  type BlockerFunction,
  useBeforeUnload,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { isReloadingWithText } from '../../../lib/editing/typed-text.ts'
import { unsavedWorkBeside, useIsWorkLostWithPage, useUnsavedWork } from '../../../lib/editing/unsaved-work.ts'
import type { LeaveDialogProps } from './leave-dialog.tsx'

const LeaveDialog = lazyPart(async () => (await import('./leave-dialog.tsx')).LeaveDialog, {
  close: ({ onStay }) => onStay(),
})

export interface LeaveGuardControl {
  /** Lets the next way out pass without a warning: what was at stake is saved, or given up on purpose. */
  disable: () => void
  /** Warns again, where the way out was not taken after all. */
  enable: () => void
  /** Saves what can be saved; to be awaited before the page is left for another site. False where something is not saved. */
  saveBeforeLeaving: () => Promise<boolean>
}

const unguarded: LeaveGuardControl = { disable: () => {}, enable: () => {}, saveBeforeLeaving: async () => true }

const LeaveGuardContext = createContext<LeaveGuardControl>(unguarded)

/** The guard of the page around; where there is none, its functions do nothing. */
export const useLeaveGuard = (): LeaveGuardControl => useContext(LeaveGuardContext)

interface LeaveGuardProps extends LeaveTexts {
  /** Whether something would be lost or left unfinished. */
  isActive: boolean
  /** Paths that may be opened without asking. */
  isAllowed?: (pathname: string) => boolean
  saveBeforeLeaving?: () => Promise<boolean>
  children: ReactNode
}

type LeaveTexts = Pick<LeaveDialogProps, 'title' | 'message' | 'stayLabel'>

/** Where a dialog over the page holds unsaved work as well, or alone. */
const textsBeside = (texts: LeaveTexts, isActive: boolean, beside: string): LeaveTexts =>
  isActive
    ? {
        ...texts,
        message: (
          <>
            {texts.message} {beside}
          </>
        ),
      }
    : { ...texts, title: 'Leave without saving?', message: beside }

/** Counts the entries of the window's history, as the router does. Undefined where it keeps none in the window. */
const historyIndex = (): number | undefined => (window.history.state as { idx?: number } | null)?.idx

const historyMoved = (): Promise<void> =>
  new Promise((resolve) => window.addEventListener('popstate', () => resolve(), { once: true }))

/**
 * Asks as well where something comes to be at stake while the code of the next page is still loading: the router asks only as a
 * way out begins. That way is given up, and begun again, so that it asks.
 */
function useLateQuestion(isAtStake: (pathname: string) => boolean, isLetPass: () => boolean): void {
  const here = useLocation()
  const next = useNavigation().location
  const navigate = useNavigate()
  const isLate = next !== undefined && next.pathname !== here.pathname && isAtStake(next.pathname)
  const shownIndex = useRef<number>(undefined)
  useEffect(() => {
    shownIndex.current = historyIndex()
  }, [here.key])
  const ask = useEffectEvent(async () => {
    if (next === undefined || isLetPass()) return
    const delta = (historyIndex() ?? 0) - (shownIndex.current ?? 0)
    if (delta !== 0) {
      // Back or Forward: the window stands at the other entry already, which is not to be replaced.
      const isBackHere = historyMoved()
      await navigate(-delta)
      await isBackHere
      await navigate(delta)
      return
    }
    await navigate(here, { replace: true, state: here.state as unknown, preventScrollReset: true })
    await navigate(next, { state: next.state as unknown })
  })
  useEffect(() => {
    if (isLate) void ask()
  }, [isLate])
}

/** Asks before a page is left: in a dialog within the site, by the browser where the site itself is left. */
export function LeaveGuard({ isActive, isAllowed, saveBeforeLeaving, children, ...texts }: LeaveGuardProps) {
  const holder = useUnsavedWork(isActive)
  // Where it fails it is loaded again as it is shown.
  useEffect(() => {
    if (isActive) LeaveDialog.preload().catch(() => {})
  }, [isActive])
  const isLifted = useRef(false)
  const latestSave = useRef(saveBeforeLeaving)
  useEffect(() => {
    latestSave.current = saveBeforeLeaving
  }, [saveBeforeLeaving])
  const control = useMemo<LeaveGuardControl>(
    () => ({
      disable: () => {
        isLifted.current = true
      },
      enable: () => {
        isLifted.current = false
      },
      saveBeforeLeaving: async () => (await latestSave.current?.()) ?? true,
    }),
    [],
  )
  /** Of the way out that was begun last. */
  const hasAgreed = useRef(false)
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation: { pathname } }) => {
        hasAgreed.current = false
        return (
          pathname !== currentLocation.pathname &&
          !isLifted.current &&
          (unsavedWorkBeside(holder) !== null || (isActive && !isAllowed?.(pathname)))
        )
      },
      [holder, isActive, isAllowed],
    ),
  )
  const isWorkLost = useIsWorkLostWithPage()
  useLateQuestion(
    (pathname) => isWorkLost || (isActive && !isAllowed?.(pathname)),
    () => isLifted.current || hasAgreed.current,
  )
  const isBlocked = blocker.state === 'blocked'
  useBeforeUnload(
    useCallback(
      (event) => {
        const isAtStake = !isLifted.current && (isActive || unsavedWorkBeside(holder) !== null)
        if (isAtStake && !isReloadingWithText()) event.preventDefault()
      },
      [holder, isActive],
    ),
  )
  const beside = isBlocked ? unsavedWorkBeside(holder) : null
  const [wasBlocked, setWasBlocked] = useState(false)
  if (isBlocked && !wasBlocked) setWasBlocked(true)
  return (
    <LeaveGuardContext value={control}>
      {children}
      {wasBlocked && (
        <Suspense fallback={null}>
          <LeaveDialog
            key={blocker.location?.key}
            {...(beside === null ? texts : textsBeside(texts, isActive, beside))}
            opened={isBlocked}
            saveBeforeLeaving={control.saveBeforeLeaving}
            onStay={() => blocker.reset?.()}
            onLeave={() => {
              hasAgreed.current = true
              blocker.proceed?.()
            }}
          />
        </Suspense>
      )}
    </LeaveGuardContext>
  )
}

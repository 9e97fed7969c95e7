import {
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type BlockerFunction, useBeforeUnload, useBlocker } from 'react-router'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { isReloadingWithText } from '../../../lib/editing/typed-text.ts'
import { unsavedWorkBeside, useUnsavedWork } from '../../../lib/editing/unsaved-work.ts'
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
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation: { pathname } }) =>
        pathname !== currentLocation.pathname &&
        !isLifted.current &&
        (unsavedWorkBeside(holder) !== null || (isActive && !isAllowed?.(pathname))),
      [holder, isActive, isAllowed],
    ),
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
            onLeave={() => blocker.proceed?.()}
          />
        </Suspense>
      )}
    </LeaveGuardContext>
  )
}

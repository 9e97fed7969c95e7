import { Button, Group, Modal, Text } from '@mantine/core'
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { useBeforeUnload, useBlocker, type BlockerFunction } from 'react-router'

interface LeaveGuardControl {
  /** Lets the next way out pass without a warning: what was at stake is saved, or given up on purpose. */
  lift: () => void
  /** Warns again, where the way out was not taken after all. */
  restore: () => void
  /** Saves what can be saved; to be awaited before the page is left for another site. */
  saveFirst: () => Promise<void>
}

const unguarded: LeaveGuardControl = { lift: () => {}, restore: () => {}, saveFirst: async () => {} }

const LeaveGuardContext = createContext<LeaveGuardControl>(unguarded)

/** The guard of the page around; where there is none, its functions do nothing. */
export const useLeaveGuard = (): LeaveGuardControl => useContext(LeaveGuardContext)

interface LeaveGuardProps {
  /** Whether something would be lost or left unfinished. */
  isActive: boolean
  title: string
  /** What becomes of it. */
  message: ReactNode
  stayLabel: string
  /** Paths that may be gone to without a question. */
  isFree?: (pathname: string) => boolean
  saveFirst?: () => Promise<void>
  children: ReactNode
}

/** Asks before a page is left: in a dialog within the site, by the browser where the site itself is left. */
export function LeaveGuard({ isActive, isFree, saveFirst, children, ...texts }: LeaveGuardProps) {
  const isLifted = useRef(false)
  const latestSave = useRef(saveFirst)
  useEffect(() => {
    latestSave.current = saveFirst
  }, [saveFirst])
  const control = useMemo<LeaveGuardControl>(
    () => ({
      lift: () => {
        isLifted.current = true
      },
      restore: () => {
        isLifted.current = false
      },
      saveFirst: async () => latestSave.current?.(),
    }),
    [],
  )
  const mustAsk = useCallback(() => isActive && !isLifted.current, [isActive])
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation }) =>
        mustAsk() && nextLocation.pathname !== currentLocation.pathname && !isFree?.(nextLocation.pathname),
      [mustAsk, isFree],
    ),
  )
  useBeforeUnload(useCallback((event) => mustAsk() && event.preventDefault(), [mustAsk]))
  const leave = async () => {
    await control.saveFirst()
    blocker.proceed?.()
  }
  return (
    <LeaveGuardContext value={control}>
      {children}
      <LeaveDialog {...texts} opened={blocker.state === 'blocked'} onStay={() => blocker.reset?.()} onLeave={leave} />
    </LeaveGuardContext>
  )
}

interface LeaveDialogProps extends Pick<LeaveGuardProps, 'title' | 'message' | 'stayLabel'> {
  opened: boolean
  onStay: () => void
  onLeave: () => Promise<void>
}

function LeaveDialog({ opened, title, message, stayLabel, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Modal opened={opened} onClose={onStay} title={title}>
      <Text component="div">{message}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => void onLeave()}>
          Leave
        </Button>
        <Button onClick={onStay} data-autofocus>
          {stayLabel}
        </Button>
      </Group>
    </Modal>
  )
}

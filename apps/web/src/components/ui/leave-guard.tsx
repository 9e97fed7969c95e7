import { Button, Group, Text } from '@mantine/core'
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useBeforeUnload } from 'react-router'
import { Modal } from '../overlays/modal.tsx'
import { useBlocker } from '../../lib/navigation/page-router.tsx'
import { useUnsavedWork } from '../../lib/unsaved-work.ts'

interface LeaveGuardControl {
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

interface LeaveGuardProps {
  /** Whether something would be lost or left unfinished. */
  isActive: boolean
  title: string
  /** What becomes of it. */
  message: ReactNode
  stayLabel: string
  /** Paths that may be opened without asking. */
  isAllowed?: (pathname: string) => boolean
  saveBeforeLeaving?: () => Promise<boolean>
  children: ReactNode
}

/** Asks before a page is left: in a dialog within the site, by the browser where the site itself is left. */
export function LeaveGuard({ isActive, isAllowed, saveBeforeLeaving, children, ...texts }: LeaveGuardProps) {
  useUnsavedWork(isActive)
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
  const shouldBlock = useCallback(() => isActive && !isLifted.current, [isActive])
  const { blocked, stay, leave } = useBlocker(
    useCallback((pathname: string) => shouldBlock() && !isAllowed?.(pathname), [shouldBlock, isAllowed]),
  )
  useBeforeUnload(useCallback((event) => shouldBlock() && event.preventDefault(), [shouldBlock]))
  return (
    <LeaveGuardContext value={control}>
      {children}
      <LeaveDialog
        key={blocked?.key}
        {...texts}
        opened={blocked !== null}
        saveBeforeLeaving={control.saveBeforeLeaving}
        onStay={stay}
        onLeave={leave}
      />
    </LeaveGuardContext>
  )
}

interface LeaveDialogProps extends Pick<LeaveGuardProps, 'title' | 'message' | 'stayLabel'> {
  opened: boolean
  saveBeforeLeaving: () => Promise<boolean>
  onStay: () => void
  onLeave: () => void
}

function LeaveDialog({ opened, title, message, stayLabel, saveBeforeLeaving, onStay, onLeave }: LeaveDialogProps) {
  const [saving, setSaving] = useState<'idle' | 'saving' | 'failed'>('idle')
  const leave = async () => {
    if (saving === 'failed') return onLeave()
    setSaving('saving')
    if (await saveBeforeLeaving()) onLeave()
    else setSaving('failed')
  }
  return (
    <Modal opened={opened} onClose={onStay} title={title}>
      <Text component="div">{message}</Text>
      {saving === 'failed' && (
        <Text role="alert" mt="sm" c="var(--mantine-color-error)">
          The last changes could not be saved. Leaving now loses them.
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" loading={saving === 'saving'} onClick={() => void leave()}>
          {saving === 'failed' ? 'Leave without saving' : 'Leave'}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {stayLabel}
        </Button>
      </Group>
    </Modal>
  )
}

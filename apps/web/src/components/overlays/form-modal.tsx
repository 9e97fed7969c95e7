import { Button, type ModalProps } from '@mantine/core'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useUnsavedWork } from '../../lib/editing/unsaved-work.ts'
import { Modal } from './modal.tsx'
import classes from './form-modal.module.css'

interface FormModalControl {
  isAsking: boolean
  /** Registers what would be lost, in the words for where its page is left; returns what takes that back. */
  register: (message: string) => () => void
  keep: () => void
  discard: () => void
}

const FormModalContext = createContext<FormModalControl | null>(null)

/** A dialog whose form asks before what was typed is lost: on Esc, by its close button, and where its page is left. */
export function FormModal({ opened, onClose, closeOnClickOutside = true, children, ...props }: ModalProps) {
  const [message, setMessage] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  // A key that is pressed right after the typing finds it here, before the dialog is drawn again.
  const isAtStake = useRef(false)
  useUnsavedWork(opened && message !== null, message)
  const register = useCallback((added: string) => {
    isAtStake.current = true
    setMessage(added)
    return () => {
      isAtStake.current = false
      setMessage(null)
      setAsking(false)
    }
  }, [])
  const control = useMemo<FormModalControl>(
    () => ({ isAsking, register, keep: () => setAsking(false), discard: onClose }),
    [isAsking, register, onClose],
  )
  const close = () => {
    if (isAtStake.current && !isAsking) setAsking(true)
    else onClose()
  }
  return (
    <Modal {...props} opened={opened} onClose={close} closeOnClickOutside={closeOnClickOutside && message === null}>
      <FormModalContext value={control}>{children}</FormModalContext>
    </Modal>
  )
}

/** For the form within a FormModal: what would be lost, as it is said where the page is left; null while nothing would. */
export function useUnsavedForm(message: string | null): void {
  const register = use(FormModalContext)?.register
  useLayoutEffect(() => (message === null ? undefined : register?.(message)), [message, register])
}

/** The buttons of a dialog's form, in whose place the dialog asks whether what was typed is discarded. */
export function FormActions({ children }: { children?: ReactNode }) {
  const control = use(FormModalContext)
  if (!control?.isAsking) return children
  return (
    <div className={classes.question}>
      <DiscardQuestion onDiscard={control.discard} onKeep={control.keep} />
    </div>
  )
}

interface DiscardQuestionProps {
  onDiscard: () => void
  onKeep: () => void
}

export function DiscardQuestion({ onDiscard, onKeep }: DiscardQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null)
  // The key that closed the dialog may be pressed again: the harmless button has the focus.
  useEffect(() => keep.current?.focus(), [])
  return (
    <>
      <p role="alert" className={classes.message}>
        Your changes are not saved.
      </p>
      <Button variant="default" onClick={onDiscard}>
        Discard
      </Button>
      <Button ref={keep} onClick={onKeep}>
        Keep editing
      </Button>
    </>
  )
}

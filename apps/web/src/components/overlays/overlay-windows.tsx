import '../../theme/mantine-later-styles.ts'
import { Menu, type MenuProps, Modal, type ModalProps, Tooltip, type TooltipProps } from '@mantine/core'
import {
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { MenuTargetProps } from './menu.tsx'
import { useCloseOnEscape } from './use-close-on-escape.ts'
import { useOpened } from './use-opened.ts'

export const ModalWindow = ({ opened, ...props }: ModalProps) => <Modal {...props} opened={useOpened(opened)} />

export const menuParts = { Item: Menu.Item, Label: Menu.Label }

interface MenuWindowProps extends Pick<MenuProps, 'position' | 'width'> {
  target: ReactElement<MenuTargetProps>
  children: (parts: typeof menuParts) => ReactNode
}

const isItem = (target: EventTarget) => target instanceof Element && target.closest('[role="menuitem"]') !== null

/**
 * In the place of the button that was pressed, which it focuses in its stead, and opens. The button has the focus again
 * before an item does anything: a dialog that the item opens returns the focus to it, since the item goes with the menu.
 */
export function MenuWindow({ target, children, ...props }: MenuWindowProps) {
  const button = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    setOpen(true)
  }, [])
  useCloseOnEscape(isOpen, setOpen)
  const focusButton = (event: MouseEvent) => {
    if (isItem(event.target)) button.current?.focus({ preventScroll: true })
  }
  return (
    <Menu {...props} opened={isOpen} onChange={setOpen} withinPortal={false}>
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown onClickCapture={focusButton}>{children(menuParts)}</Menu.Dropdown>
    </Menu>
  )
}

const openDelayMs = 300

interface TooltipWindowProps extends Pick<TooltipProps, 'label' | 'position' | 'withinPortal'> {
  /** The box-less element around what it belongs to. */
  around: RefObject<HTMLElement | null>
}

/** There while its element is pointed at or focused. */
export function TooltipWindow({ around, ...props }: TooltipWindowProps) {
  const [isOpen, setOpen] = useState(false)
  const [target] = useState(() => around.current?.firstElementChild)
  useEffect(() => {
    const timer = window.setTimeout(() => setOpen(true), openDelayMs)
    return () => window.clearTimeout(timer)
  }, [])
  if (!(target instanceof HTMLElement)) return null
  return <Tooltip {...props} target={target} opened={isOpen} />
}

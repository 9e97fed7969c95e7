import type { MenuProps } from '@mantine/core'
import { cloneElement, type ReactElement, type ReactNode, type Ref, Suspense, useState } from 'react'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'

const loadWindows = () => import('./overlay-windows.tsx')
const MenuWindow = lazyPart(async () => (await loadWindows()).MenuWindow, {
  button: ({ target }, open) => cloneElement(target, { onClick: open }),
})

// Where it fails it is loaded again when the button is pressed.
const preload = () => void MenuWindow.preload().catch(() => {})

/** What a menu passes to its button. */
export interface MenuTargetProps {
  ref?: Ref<HTMLElement>
  onClick?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}

interface LazyMenuProps extends Pick<MenuProps, 'position' | 'width'> {
  /** The button. */
  target: ReactElement<MenuTargetProps>
  /** The dropdown's content; called with the components that it is made of, once they are loaded. */
  children: (parts: MenuParts) => ReactNode
}

/** Mantine's components within a menu. */
export type MenuParts = Awaited<ReturnType<typeof loadWindows>>['menuParts']

/** Mantine's Menu, whose code is loaded as its button is pointed at or focused, at the latest when it is pressed. */
export function Menu({ target, children, ...props }: LazyMenuProps) {
  const [wasPressed, setWasPressed] = useState(false)
  const button = cloneElement(target, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setWasPressed(true),
  })
  if (!wasPressed) return button
  return (
    <Suspense fallback={button}>
      <MenuWindow {...props} target={target}>
        {children}
      </MenuWindow>
    </Suspense>
  )
}

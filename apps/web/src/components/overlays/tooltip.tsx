import type { TooltipProps } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'

const TooltipWindow = lazyPart(async () => (await import('./overlay-windows.tsx')).TooltipWindow, 'nothing')

interface LazyTooltipProps extends Pick<TooltipProps, 'label' | 'position' | 'withinPortal'> {
  /** One element, which is named without it: a tooltip is for the eyes. */
  children: ReactNode
}

/** Mantine's Tooltip, whose code is loaded when something that has one is pointed at or focused. Escape hides it. */
export function Tooltip({ children, ...props }: LazyTooltipProps) {
  const around = useRef<HTMLSpanElement>(null)
  const [isMarked, setMarked] = useState(false)
  return (
    <span
      ref={around}
      role="presentation"
      // No box of its own: the layout is as if only the element were there.
      style={{ display: 'contents' }}
      onPointerEnter={({ pointerType }) => setMarked(pointerType !== 'touch')}
      onPointerLeave={() => setMarked(false)}
      onFocus={({ target }: FocusEvent) => setMarked(target.matches(':focus-visible'))}
      onBlur={() => setMarked(false)}
      onKeyDown={({ key }: KeyboardEvent) => {
        if (key === 'Escape') setMarked(false)
      }}
    >
      {children}
      {isMarked && (
        <Suspense fallback={null}>
          <TooltipWindow {...props} around={around} />
        </Suspense>
      )}
    </span>
  )
}

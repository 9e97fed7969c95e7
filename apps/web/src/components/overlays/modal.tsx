import type { ModalProps } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'

const ModalWindow = lazyPart(async () => (await import('./overlay-windows.tsx')).ModalWindow, {
  close: ({ onClose }) => onClose(),
})

/** Mantine's Modal, whose code is loaded when the first one opens. It may be there from the start, or only while it is open. */
export function Modal(props: ModalProps) {
  const [wasOpened, setWasOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <ModalWindow {...props} />
    </Suspense>
  )
}

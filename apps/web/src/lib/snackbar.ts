import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { createElement } from 'react'

type Tone = 'info' | 'error' | 'warning'

const icons = { info: IconCheck, error: IconX, warning: IconAlertTriangle } as const

/** Top center, gone after 3.5 seconds; the container in `main.tsx` announces it politely [SN-01..SN-05]. */
function show(tone: Tone, text: string): void {
  notifications.show({
    message: text,
    position: 'top-center',
    autoClose: 3500,
    className: `kw-snackbar kw-snackbar-${tone}`,
    icon: createElement(icons[tone], { size: 16, 'aria-hidden': true }),
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}

export const snackbar = {
  info: (text: string) => show('info', text),
  error: (text: string) => show('error', text),
  warning: (text: string) => show('warning', text),
}

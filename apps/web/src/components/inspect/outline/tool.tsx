import { ActionIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Tooltip } from '../../overlays/tooltip.tsx'
import classes from '../inspect.module.css'

interface ToolProps {
  label: string
  icon: Icon
  isPressed?: boolean
  onClick: () => void
}

/** One of the viewer's buttons. */
export function Tool({ label, icon: Symbol, isPressed, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        aria-pressed={isPressed}
        data-pressed={isPressed || undefined}
        className={classes.tool ?? ''}
        onClick={onClick}
      >
        <Symbol size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

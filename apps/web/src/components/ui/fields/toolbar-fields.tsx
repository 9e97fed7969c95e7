import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import classes from './toolbar-fields.module.css'

interface FieldProps {
  /** Its accessible name: a toolbar has no room for labels. */
  label: string
  isSmall?: boolean
  className?: string | undefined
}

interface ToolbarInputProps extends FieldProps, Omit<ComponentProps<'input'>, 'className' | 'aria-label'> {
  /** Before and after the text. */
  icon?: ReactNode
  action?: ReactNode
}

/**
 * The fields above a list, which look like Mantine's: those come with labels, descriptions and errors around them, 5 KB that
 * each page with a list would load before it is shown.
 */
export const ToolbarInput = ({ label, isSmall = false, className, icon, action, ...props }: ToolbarInputProps) => (
  <span className={frame(className)} data-small={isSmall || undefined}>
    {icon && <span className={classes.icon}>{icon}</span>}
    <input
      {...props}
      className={classes.field}
      aria-label={label}
      data-icon={icon !== undefined || undefined}
      data-action
    />
    {action && <span className={classes.action}>{action}</span>}
  </span>
)

interface ToolbarSelectProps extends FieldProps {
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

export const ToolbarSelect = ({ label, isSmall = false, className, value, options, onChange }: ToolbarSelectProps) => (
  <span className={frame(className)} data-small={isSmall || undefined}>
    <select
      className={classes.field}
      aria-label={label}
      data-action
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
    <span className={classes.icon} data-side="end">
      <IconChevronDown size={isSmall ? 12 : 14} aria-hidden />
    </span>
  </span>
)

const frame = (className: string | undefined) => [classes.frame, className].filter(Boolean).join(' ')

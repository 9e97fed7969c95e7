import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** With its toggle large enough for a finger, and reachable by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      rightSectionWidth="var(--kw-control)"
      visibilityToggleButtonProps={{ 'aria-label': 'Show password', size: 40, tabIndex: 0 }}
      // Unlike other fields, this one does not set the attribute.
      aria-invalid={Boolean(props.error) || undefined}
      {...props}
    />
  )
}

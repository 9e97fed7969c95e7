import type { ComponentProps, MouseEvent } from 'react'

interface LoadableButtonProps extends ComponentProps<'button'> {
  'data-loading'?: boolean
}

/** Also what Enter in a field of its form makes of it: the form is not sent again. */
const ignoreClick = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * What Mantine's buttons are made of. Mantine disables a button while it loads, and what is disabled loses the focus to the
 * page: this one ignores clicks instead, and keeps it.
 */
export function LoadableButton({ disabled, type = 'button', onClick, ...props }: LoadableButtonProps) {
  const isLoading = props['data-loading'] === true
  return (
    <button
      {...props}
      type={type}
      disabled={disabled === true && !isLoading}
      aria-disabled={isLoading || props['aria-disabled']}
      aria-busy={isLoading || props['aria-busy']}
      onClick={isLoading ? ignoreClick : onClick}
    />
  )
}

/** Shows the first field at fault to the keyboard; where it stays out of sight, the page is not scrolled to it. */
export function focusFirstError(within: HTMLElement | null, options?: FocusOptions): void {
  within?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(options)
}

/** No address has this form. */
export const newAddress = 'new'

export interface AddressOption {
  value: string
  label: string
}

/** The verified addresses, the chosen one even where it is verified no more, and the way to a new one. */
export function addressOptions(verified: readonly string[], chosen: string): AddressOption[] {
  const isLost = chosen !== '' && !verified.includes(chosen)
  return [
    ...verified.map((address) => ({ value: address, label: address })),
    ...(isLost ? [{ value: chosen, label: `${chosen} (not verified)` }] : []),
    { value: newAddress, label: 'New email address' },
  ]
}

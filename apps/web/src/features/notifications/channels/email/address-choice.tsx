import '../../../../theme/mantine-later-styles.ts'
import { Select } from '@mantine/core'
import { useRef, useState } from 'react'
import { useAccount } from '../../../../lib/session/account.ts'
import { NewAddress } from './new-address.tsx'

interface AddressChoiceProps {
  address: string
  error: string | undefined
  onChange: (address: string) => void
}

/** One of the account's verified addresses, or a new one, which is verified in its place. */
export function AddressChoice({ address, error, onChange }: AddressChoiceProps) {
  const { data: account } = useAccount()
  const [isNew, setNew] = useState(address === '')
  const select = useRef<HTMLInputElement>(null)
  const verified = account?.verifiedEmails ?? []
  const choose = (chosen: string) => {
    setNew(chosen === newAddress)
    onChange(chosen === newAddress ? '' : chosen)
  }
  const chooseVerified = (chosen: string) => {
    choose(chosen)
    // The fields of the new address go with the focus in them.
    select.current?.focus()
  }
  return (
    <div>
      <Select
        ref={select}
        label="Email address"
        data-autofocus
        name="emailAddress"
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={addressOptions(verified, isNew ? '' : address)}
        value={isNew ? newAddress : address}
        error={error}
        onChange={(chosen) => chosen !== null && choose(chosen)}
      />
      {isNew && (
        <NewAddress
          suggestion={account && !account.isEmailVerified ? account.user.email : ''}
          onTyped={onChange}
          onVerified={chooseVerified}
        />
      )}
    </div>
  )
}

/** No address has this form. */
const newAddress = 'new'

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

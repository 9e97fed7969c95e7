import { EmailAddress } from '@knockwire/domain/accounts/credentials'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldErrorsOf } from '../queries.ts'
import { isStatus, messageOf } from '../../../lib/api-error.ts'
import { useVerifyEmail } from '../../../lib/use-verify-email.ts'
import { CodeEntry } from './code-entry.tsx'
import classes from './email.module.css'
import { onEnter } from './on-enter.ts'

interface NewAddressProps {
  /** What the field starts with. */
  suggestion: string
  /** The address so far: it can be saved only once it is verified. */
  onTyped: (address: string) => void
  onVerified: (address: string) => void
}

/** UNVERIFIED until a code was sent to it; PENDING_VERIFICATION until that code was entered. */
type AddressState = 'UNVERIFIED' | 'PENDING_VERIFICATION'

export function NewAddress({ suggestion, onTyped, onVerified }: NewAddressProps) {
  const [typed, setTyped] = useState(suggestion)
  const [state, setState] = useState<AddressState>('UNVERIFIED')
  const [fault, setFault] = useState<string>()
  const parsed = EmailAddress.safeParse(typed)
  const address = parsed.success ? parsed.data : typed
  const { verify, send } = useVerifyEmail(address, () => onVerified(address))

  const change = (value: string) => {
    setTyped(value)
    onTyped(value)
    setFault(undefined)
    setState('UNVERIFIED')
    send.reset()
    verify.reset()
  }
  const sendCode = () => {
    if (!parsed.success) setFault(parsed.error.issues[0]?.message)
    else if (!send.isPending) send.mutate(undefined, { onSuccess: awaitCode, onError: awaitEarlierCode })
  }
  const awaitCode = () => setState('PENDING_VERIFICATION')
  // Asked for too often, after signing up for instance: the code that came before can be entered.
  const awaitEarlierCode = (error: Error) => isStatus(error, 429) && awaitCode()

  const isPending = state === 'PENDING_VERIFICATION'
  return (
    <div className={classes.new} data-verification={state}>
      <div className={classes.line}>
        <TextInput
          label="New email address"
          name="newEmail"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          className={classes.field ?? ''}
          value={typed}
          error={fault ?? (send.error && !isPending && sentenceOf(send.error))}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={onEnter(sendCode)}
        />
        {!isPending && (
          <Button variant="default" loading={send.isPending} onClick={sendCode}>
            Verify email
          </Button>
        )}
      </div>
      {isPending ? (
        <CodeEntry address={address} verify={verify} resend={send} />
      ) : (
        <p className={classes.hint}>We mail a code to it, so that only its owner can agree to be notified.</p>
      )}
    </div>
  )
}

const sentenceOf = (error: Error): string => fieldErrorsOf(error)['newEmail'] ?? messageOf(error)

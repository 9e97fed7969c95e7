import { EmailAddress, VerifyCodeInput } from '@knockwire/domain/accounts/credentials'
import { Anchor, Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { fieldErrorsIn, isStatus, messageOf } from '../../../../lib/api/api-error.ts'
import { useHasOutbox } from '../../../../lib/session/use-has-outbox.ts'
import { useVerifyEmail } from '../../../../lib/session/use-verify-email.ts'
import classes from './email.module.css'

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
  const [invalid, setInvalid] = useState<string>()
  const parsed = EmailAddress.safeParse(typed)
  const address = parsed.success ? parsed.data : typed
  const { verify, send } = useVerifyEmail(address, () => onVerified(address))

  const change = (value: string) => {
    setTyped(value)
    onTyped(value)
    setInvalid(undefined)
    setState('UNVERIFIED')
    send.reset()
    verify.reset()
  }
  const sendCode = () => {
    if (!parsed.success) setInvalid(parsed.error.issues[0]?.message)
    else if (!send.isPending) send.mutate(undefined, { onSuccess: awaitCode, onError: awaitEarlierCode })
  }
  const awaitCode = () => setState('PENDING_VERIFICATION')
  // Requested too often, after signing up for instance: the code that came before can be entered.
  const awaitEarlierCode = (error: Error) => isStatus(error, 429) && awaitCode()

  const isPending = state === 'PENDING_VERIFICATION'
  return (
    <div className={classes.newAddress} data-verification={state}>
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
          error={invalid ?? (send.error && !isPending && newEmailError(send.error))}
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
        <p className={classes.hint}>We’ll email a code to confirm that the owner agrees.</p>
      )}
    </div>
  )
}

const newEmailError = (error: Error): string => fieldErrorsIn(error)?.['newEmail'] ?? messageOf(error)

interface CodeEntryProps {
  address: string
  verify: ReturnType<typeof useVerifyEmail>['verify']
  resend: ReturnType<typeof useVerifyEmail>['send']
}

/** The code that was mailed to a new address. */
function CodeEntry({ address, verify, resend }: CodeEntryProps) {
  const [otp, setOtp] = useState('')
  const [invalid, setInvalid] = useState<string>()
  const hasOutbox = useHasOutbox()
  const field = useRef<HTMLInputElement>(null)
  // The button that requested the code has disappeared.
  useEffect(() => field.current?.focus(), [])

  const change = (value: string) => {
    setOtp(value.replaceAll(/\D/g, '').slice(0, 6))
    setInvalid(undefined)
    verify.reset()
    if (resend.isError) resend.reset()
  }
  const verifyCode = () => {
    const parsed = VerifyCodeInput.shape.otp.safeParse(otp)
    if (!parsed.success) setInvalid(parsed.error.issues[0]?.message)
    else if (!verify.isPending) verify.mutate(parsed.data)
  }
  const error = verify.error ?? resend.error

  return (
    <>
      <div className={classes.line}>
        <TextInput
          ref={field}
          label="Code"
          name="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          className={classes.code ?? ''}
          value={otp}
          error={invalid ?? (error && newEmailError(error))}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={onEnter(verifyCode)}
        />
        <Button variant="default" loading={verify.isPending} onClick={verifyCode}>
          Verify code
        </Button>
      </div>
      <p role="status" className={classes.hint}>
        We sent a 6-digit code to <strong>{address}</strong>. Only the latest one works.
        {hasOutbox && (
          <>
            {' '}
            This server delivers email to its{' '}
            <Anchor href="/dev/outbox" target="_blank" rel="noopener" inherit underline="always">
              development outbox
            </Anchor>
            .
          </>
        )}
      </p>
      <Button
        variant="subtle"
        className={classes.resend ?? ''}
        loading={resend.isPending}
        onClick={() => resend.mutate()}
      >
        Send a new code
      </Button>
    </>
  )
}

/** Enter alone; with Ctrl or Cmd it saves the dialog. */
const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  act()
}

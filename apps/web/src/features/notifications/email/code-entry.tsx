import { VerifyCodeInput } from '@knockwire/domain/accounts/credentials'
import { Anchor, Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { useHasOutbox } from '../../../lib/use-has-outbox.ts'
import type { useVerifyEmail } from '../../../lib/use-verify-email.ts'
import { fieldErrorsOf } from '../queries.ts'
import classes from './email.module.css'
import { onEnter } from './on-enter.ts'

interface CodeEntryProps {
  address: string
  verify: ReturnType<typeof useVerifyEmail>['verify']
  resend: ReturnType<typeof useVerifyEmail>['send']
}

/** The code that was mailed to a new address. */
export function CodeEntry({ address, verify, resend }: CodeEntryProps) {
  const [otp, setOtp] = useState('')
  const [fault, setFault] = useState<string>()
  const hasOutbox = useHasOutbox()
  const field = useRef<HTMLInputElement>(null)
  // The button that asked for the code is gone.
  useEffect(() => field.current?.focus(), [])

  const change = (value: string) => {
    setOtp(value.replace(/\D/g, ''))
    setFault(undefined)
    verify.reset()
    if (resend.isError) resend.reset()
  }
  const verifyCode = () => {
    const parsed = VerifyCodeInput.shape.otp.safeParse(otp)
    if (!parsed.success) setFault(parsed.error.issues[0]?.message)
    else if (!verify.isPending) verify.mutate(parsed.data)
  }
  const refusal = verify.error ?? resend.error

  return (
    <>
      <div className={classes.line}>
        <TextInput
          ref={field}
          label="Code"
          name="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          className={classes.code ?? ''}
          value={otp}
          error={fault ?? (refusal && (fieldErrorsOf(refusal)['newEmail'] ?? messageOf(refusal)))}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={onEnter(verifyCode)}
        />
        <Button variant="default" loading={verify.isPending} onClick={verifyCode}>
          Verify code
        </Button>
      </div>
      <p role="status" className={classes.hint}>
        A code with 6 digits is on its way to <strong>{address}</strong>. Only the newest one counts.
        {hasOutbox && (
          <>
            {' '}
            This server delivers mail to its{' '}
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

import { safeReturnUrl } from '@knockwire/domain/return-url'
import { Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api/api-client.ts'
import { isStatus } from '../../lib/api/api-error.ts'
import { mayBeSignedIn, rememberSignedIn } from '../../lib/session/sign-in-memory.ts'
import classes from './auth.module.css'

interface SignedInNoticeProps {
  /** What a visitor reads in its place; as high, so that the form below does not move. */
  lead: string
}

/** Says who is signed in, with the way on; the form stays, for signing in to another account. */
export function SignedInNotice({ lead }: SignedInNoticeProps) {
  const name = useSignedInName()
  if (name === undefined) return lead
  const url = safeReturnUrl(new URLSearchParams(window.location.search).get('returnUrl'), window.location.origin)
  return (
    <>
      You are signed in as {name}.{' '}
      <Anchor href={url} className={classes.continueLink}>
        Continue
      </Anchor>
    </>
  )
}

/** Undefined for a visitor, and until it is known. Nothing is requested in a browser where nobody has signed in. */
function useSignedInName(): string | undefined {
  const [name, setName] = useState<string>()
  useEffect(() => {
    if (!mayBeSignedIn()) return
    const left = new AbortController()
    api.read('/api/v1/accounts/me', { signal: left.signal, onSignedOut: 'throw' }).then(
      (account) => setName(nameIn(account)),
      (error: unknown) => {
        // The session has ended: the next page need not ask.
        if (isStatus(error, 401)) rememberSignedIn(false)
      },
    )
    return () => left.abort()
  }, [])
  return name
}

/** The response is not checked by its schema, which is heavier than the page. */
function nameIn(account: unknown): string | undefined {
  const user = isRecord(account) && isRecord(account['user']) ? account['user'] : {}
  const names = [user['firstName'], user['email']]
  return names.find((name): name is string => typeof name === 'string' && name !== '')
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

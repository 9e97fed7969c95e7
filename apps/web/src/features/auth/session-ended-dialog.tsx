import type { AccountView } from '@knockwire/domain/accounts/account'
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Modal } from '../../components/overlays/modal.tsx'
import { PasswordField } from '../../components/ui/fields/password-field.tsx'
import { refreshAccount, setAccountCache } from '../../lib/session/account.ts'
import { api } from '../../lib/api/api-client.ts'
import { schemaOf } from '../../lib/api/schemas.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { canUsePasskeys } from '../../lib/session/can-use-passkeys.ts'
import { offersMethod } from '../../lib/session/instance.ts'
import { signInWithPasskey } from '../../lib/session/passkeys.ts'

/**
 * Signs in again over a page with something unsaved, which stays beneath it as it is. A user who signs in with a provider
 * does so in another tab: coming back to this one checks again.
 */
export function SessionEndedDialog({ email }: { email: string }) {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () =>
      api.post('/api/v1/auth/sign-in', { email, password }, schemaOf('AccountView'), { onSignedOut: 'throw' }),
    onSuccess: (account) => enter(account),
  })
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: (account) => enter(account) })
  // A passkey may be another account's.
  const enter = (account: AccountView) => {
    setAccountCache(client, account)
    return client.invalidateQueries()
  }
  useWindowEvent('focus', () => void refreshAccount(client))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (offersMethod('password')) signIn.mutate()
  }
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      // Over the dialog that something was typed in.
      zIndex={400}
      title="Your session has ended"
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <Text>Sign in to continue. Your changes are still here and will be saved.</Text>
          <TextInput label="Email" type="email" autoComplete="username" value={email} readOnly />
          {offersMethod('password') && (
            <PasswordField
              label="Password"
              autoComplete="current-password"
              data-autofocus
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={signIn.isError && messageOf(signIn.error)}
            />
          )}
          <Group justify="space-between">
            <Anchor href="/signin" target="_blank" rel="noopener">
              Sign in another way
            </Anchor>
            <Group gap="xs">
              {canUsePasskeys() && (
                <Button
                  variant="default"
                  leftSection={<IconKey size={16} aria-hidden />}
                  loading={passkey.isPending}
                  onClick={() => passkey.mutate()}
                >
                  Use a passkey
                </Button>
              )}
              {offersMethod('password') && (
                <Button type="submit" loading={signIn.isPending}>
                  Sign in
                </Button>
              )}
            </Group>
          </Group>
          {passkey.isError && (
            <Text role="alert" c="var(--mantine-color-error)">
              {messageOf(passkey.error)}
            </Text>
          )}
        </Stack>
      </form>
    </Modal>
  )
}

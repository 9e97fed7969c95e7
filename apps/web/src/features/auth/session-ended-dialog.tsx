import { AccountView } from '@knockwire/domain/accounts/account'
import { Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { PasswordField } from '../../components/ui/password-field.tsx'
import { setAccountCache, refreshAccount } from '../../lib/account.ts'
import { api } from '../../lib/api-client.ts'
import { messageOf } from '../../lib/api-error.ts'

/**
 * Signs in again over a page with something unsaved, which stays beneath it as it is. Whoever signs in with a passkey or
 * a provider does so in another tab: coming back to this one checks again.
 */
export function SessionEndedDialog({ email }: { email: string }) {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => api.post('/api/v1/auth/sign-in', { email, password }, AccountView, { onSignedOut: 'throw' }),
    onSuccess: (account) => {
      setAccountCache(client, account)
      return client.invalidateQueries()
    },
  })
  useWindowEvent('focus', () => void refreshAccount(client))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate()
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
          <Text>Sign in again to go on. What you typed on this page is still there.</Text>
          <TextInput label="Email" type="email" autoComplete="username" value={email} readOnly />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={signIn.isError && messageOf(signIn.error)}
          />
          <Group justify="space-between">
            <Anchor href="/signin" target="_blank" rel="noopener">
              Sign in another way
            </Anchor>
            <Button type="submit" loading={signIn.isPending}>
              Sign in
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

import { AccountView } from '@knockwire/domain/accounts/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepAccount } from '../../lib/account.ts'
import { api } from '../../lib/api-client.ts'
import { snackbar } from '../../lib/snackbar.ts'

/** The account's own address: a mailed code confirms it. */
export function useConfirmEmail(email: string, onConfirmed: () => void) {
  const client = useQueryClient()
  const verify = useMutation({
    mutationFn: (otp: string) =>
      api.post('/api/v1/accounts/me/verify_email_validation_code', { email, otp }, AccountView),
    onSuccess: (account) => {
      snackbar.info('New email verified')
      onConfirmed()
      keepAccount(client, account)
    },
  })
  const resend = useMutation({
    mutationFn: () => api.send('/api/v1/accounts/me/send_email_validation_code', { email }),
    onSuccess: () => verify.reset(),
  })
  return { verify, resend }
}

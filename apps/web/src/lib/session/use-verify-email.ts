import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setAccountCache } from './account.ts'
import { api } from '../api/api-client.ts'
import { schemaOf } from '../api/schemas.ts'
import { snackbar } from '../browser/snackbar.ts'

/** A mailed code proves that an address is the account's; the account then counts it among the verified ones. */
export function useVerifyEmail(email: string, onVerified: () => void, verifiedText = 'New email verified') {
  const client = useQueryClient()
  const verify = useMutation({
    mutationFn: (otp: string) =>
      api.post('/api/v1/accounts/me/verify_email_validation_code', { email, otp }, schemaOf('AccountView')),
    onSuccess: (account) => {
      snackbar.info(verifiedText)
      onVerified()
      setAccountCache(client, account)
    },
  })
  const send = useMutation({
    mutationFn: () => api.send('/api/v1/accounts/me/send_email_validation_code', { email }),
    onSuccess: () => verify.reset(),
  })
  return { verify, send }
}

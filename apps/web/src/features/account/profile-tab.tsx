import { AccountView } from '@knockwire/domain/accounts/account'
import { UpdateProfileInput } from '@knockwire/domain/accounts/profile'
import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx'
import { keepAccount, useAccount } from '../../lib/account.ts'
import { api } from '../../lib/api-client.ts'
import { fieldErrorsIn, messageOf } from '../../lib/api-error.ts'
import { snackbar } from '../../lib/snackbar.ts'
import { AccountSection } from './account-section.tsx'
import classes from './account.module.css'
import { ChangeEmailDialog } from './change-email-dialog.tsx'

export function ProfileTab() {
  const { data: account } = useAccount()
  const [isChanging, dialog] = useDisclosure(false)
  if (account === undefined) return <SkeletonRows label="Loading your profile…" rows={3} />
  return (
    <div className={classes.stack}>
      <AccountSection title="Name" lead="Your first name heads the menu at the top.">
        <NameForm user={account.user} />
      </AccountSection>
      <AccountSection
        title="Email"
        lead="You sign in with this address, and messages about your account go to it."
        action={
          <Button variant="default" onClick={dialog.open}>
            Change email
          </Button>
        }
      >
        <p className={classes.itemName}>{account.user.email}</p>
      </AccountSection>
      <ChangeEmailDialog account={account} opened={isChanging} onClose={dialog.close} />
    </div>
  )
}

function NameForm({ user }: { user: AccountView['user'] }) {
  const client = useQueryClient()
  const form = useForm<UpdateProfileInput>({
    initialValues: { firstName: user.firstName, lastName: user.lastName },
    validate: schemaResolver(UpdateProfileInput, { sync: true }),
  })
  const save = useMutation({
    mutationFn: (input: UpdateProfileInput) => api.post('/api/v1/accounts/me/profile', input, AccountView),
    onSuccess: (account) => {
      keepAccount(client, account)
      form.resetDirty()
      snackbar.info('Your name has been changed.')
    },
    onError: (error) => form.setErrors(fieldErrorsIn(error) ?? {}),
  })
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((input) => save.mutate(input))}>
      {save.isError && fieldErrorsIn(save.error) === null && (
        <p role="alert" className={classes.alert}>
          {messageOf(save.error)}
        </p>
      )}
      <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('firstName')} />
      <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
      <Button type="submit" loading={save.isPending}>
        Save name
      </Button>
    </form>
  )
}

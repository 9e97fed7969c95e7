import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { AuthLayout } from '../features/auth/auth-layout.tsx'
import classes from '../features/auth/auth.module.css'
import { buildSettings } from '../lib/build-settings.ts'

export function Component() {
  const { supportEmail } = buildSettings
  return (
    <AuthLayout
      title="Forgot password"
      aside={
        <Anchor component={Link} to="/signin" className={classes.inline}>
          Back to sign in
        </Anchor>
      }
    >
      <p className={classes.hint}>
        Resetting a password here is not possible yet. Write to us from your account's address, and we will help you
        back in.
      </p>
      <Anchor href={`mailto:${supportEmail}`} className={classes.inline}>
        {supportEmail}
      </Anchor>
    </AuthLayout>
  )
}

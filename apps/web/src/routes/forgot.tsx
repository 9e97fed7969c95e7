import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { AuthLayout } from '../features/auth/auth-layout.tsx'
import { buildSettings } from '../lib/build-settings.ts'

export function Component() {
  return (
    <AuthLayout
      title="Forgot password"
      aside={
        <Anchor component={Link} to="/signin">
          Back to sign in
        </Anchor>
      }
    >
      Resetting a password here is not possible yet. Write to{' '}
      <Anchor href={`mailto:${buildSettings.supportEmail}`}>{buildSettings.supportEmail}</Anchor> and we will help you
      back in.
    </AuthLayout>
  )
}

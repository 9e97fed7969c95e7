import { SignInOptionsView } from '@knockwire/domain/accounts/credentials'
import { Button, Divider } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api-client.ts'
import classes from './auth.module.css'

const optionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => api.get('/api/v1/auth/options', SignInOptionsView, { signal, onSignedOut: 'throw' }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The ways in beside a password, as far as this server has them. */
export function OtherWays() {
  const { data: options } = useQuery(optionsQuery)
  const [params] = useSearchParams()
  const returnUrl = params.get('returnUrl')
  if (!options?.isOidcConfigured) return null
  const query = returnUrl === null ? '' : `?returnUrl=${encodeURIComponent(returnUrl)}`
  return (
    <div className={classes.otherWays}>
      <Divider label="or" />
      <Button
        component="a"
        href={`/api/v1/auth/oidc/start${query}`}
        variant="default"
        leftSection={<IconBuilding size={16} aria-hidden />}
      >
        Continue with single sign-on
      </Button>
    </div>
  )
}

import type { AccountView } from '@knockwire/domain/accounts/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Panel } from '../../components/ui/layout/panel.tsx'
import { setAccountCache, useViewOnly } from '../../lib/session/account.ts'
import { api } from '../../lib/api/api-client.ts'
import { schemaOf } from '../../lib/api/schemas.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'
import classes from './billing.module.css'
import { Switch } from '../../components/ui/fields/switch.tsx'

interface SectionProps {
  title: string
  children: ReactNode
}

export function Section({ title, children }: SectionProps) {
  const titleId = useId()
  return (
    <Panel>
      <section aria-labelledby={titleId}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {children}
      </section>
    </Panel>
  )
}

/** What the account's owner may set for all of it. */
export function SettingsSection({ settings }: { settings: AccountView['settings'] }) {
  const client = useQueryClient()
  const viewOnly = useViewOnly()
  const save = useMutation({
    mutationFn: (isAdvancedConditionEnabled: boolean) =>
      api.post('/api/v1/accounts/me/settings', { isAdvancedConditionEnabled }, schemaOf('AccountView')),
    onSuccess: (saved) => setAccountCache(client, saved),
    onError: (error) => snackbar.error(`The setting was not saved. ${messageOf(error)}`),
  })
  // What was chosen shows at once, and goes back where it could not be saved.
  const isEnabled = save.isPending ? save.variables : settings.isAdvancedConditionEnabled
  return (
    <Section title="Settings">
      <fieldset {...viewOnly} className={classes.settings}>
        <Switch
          label="Several conditions in one notification"
          description="Combined with “all of” or “any of”. Existing notifications don’t change."
          checked={isEnabled}
          onChange={(isOn) => save.mutate(isOn)}
        />
      </fieldset>
    </Section>
  )
}

import { Switch } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './request-editor.module.css'
import type { RequestForm } from './request-form.ts'

interface RequestOptionsProps {
  form: RequestForm
  onChange: (change: Partial<RequestForm>) => void
}

export function RequestOptions({ form, onChange }: RequestOptionsProps) {
  return (
    <div className={classes.options}>
      <Switch
        label="Follow redirects"
        description="Up to 10, to the final answer."
        name="requestFollowRedirect"
        classNames={{ body: classes.switch ?? '' }}
        checked={form.requestFollowRedirect}
        onChange={({ currentTarget }) => onChange({ requestFollowRedirect: currentTarget.checked })}
      />
      <Switch
        label="Allow insecure certificates"
        description="For servers with a self-signed or expired certificate."
        name="requestAllowInsecureCerts"
        classNames={{ body: classes.switch ?? '' }}
        checked={form.requestAllowInsecureCerts}
        onChange={({ currentTarget }) => onChange({ requestAllowInsecureCerts: currentTarget.checked })}
      />
      {form.requestAllowInsecureCerts && (
        <p className={classes.warning}>
          <IconAlertTriangle size={16} aria-hidden />
          The server’s identity is not checked: whoever is on the way can read and change what is sent, passwords
          included.
        </p>
      )}
    </div>
  )
}

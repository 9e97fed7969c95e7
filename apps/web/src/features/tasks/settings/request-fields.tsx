import type { FieldErrors } from '@knockwire/domain/errors'
import { TextInput } from '@mantine/core'
import { RequestEditor } from '../../../components/request-editor/request-editor.tsx'
import classes from './settings.module.css'
import { CompletionField } from './completion-field.tsx'
import type { RequestSettingsForm } from './task-form.ts'

interface RequestFieldsProps {
  form: RequestSettingsForm
  errors: FieldErrors
  onChange: (change: Partial<RequestSettingsForm>) => void
  /** Whether typing begins at its URL. */
  startsAtUrl?: boolean
}

/** The task's name, and the request that it makes. */
export function RequestFields({ form, errors, onChange, startsAtUrl = false }: RequestFieldsProps) {
  return (
    <div className={classes.fields}>
      <TextInput
        label="Name"
        name="name"
        placeholder="Name (optional)"
        autoComplete="off"
        maxLength={200}
        value={form.name}
        error={errors['name']}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <RequestEditor form={form} errors={errors} onChange={onChange} startsAtUrl={startsAtUrl} />
      <CompletionField
        seconds={form.completion}
        error={errors['completion']}
        onChange={(completion) => onChange({ completion })}
      />
    </div>
  )
}

import { TextInput } from '@mantine/core'
import { RequestEditor } from '../../../components/request-editor/request-editor.tsx'
import type { FieldGroup } from '../../../lib/forms/field-group.ts'
import classes from './settings.module.css'
import { CompletionField } from './completion-field.tsx'
import type { RequestSettingsForm } from './task-form.ts'

interface RequestFieldsProps {
  fields: FieldGroup<RequestSettingsForm>
  /** Whether typing begins at its URL. */
  startsAtUrl?: boolean
}

/** The task's name, and the request that it makes. */
export function RequestFields({ fields, startsAtUrl = false }: RequestFieldsProps) {
  return (
    <div className={classes.fields}>
      <TextInput
        label="Name"
        {...fields.bind('name')}
        placeholder="Name (optional)"
        autoComplete="off"
        maxLength={200}
      />
      <RequestEditor fields={fields} startsAtUrl={startsAtUrl} />
      <CompletionField {...fields.bind('completion')} />
    </div>
  )
}

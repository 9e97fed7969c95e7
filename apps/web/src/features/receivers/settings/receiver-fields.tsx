import { responseVariables } from '@knockwire/domain/templates/variables'
import { Autocomplete, NumberInput, TextInput } from '@mantine/core'
import { TemplateField } from '../../../components/template-editor/template-field.tsx'
import classes from './settings.module.css'
import type { ReceiverFormState } from './use-receiver-form.ts'

const contentTypes = [
  'text/plain',
  'text/plain; charset=utf-8',
  'application/json',
  'text/html',
  'application/xml',
  'text/xml',
  'text/csv',
  'application/x-www-form-urlencoded',
]

/** The receiver's name and response. */
export function ReceiverFields({ form, errors, change }: Pick<ReceiverFormState, 'form' | 'errors' | 'change'>) {
  return (
    <div className={classes.fields}>
      <TextInput
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={200}
        value={form.name}
        error={errors['name']}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <div className={classes.answer}>
        <NumberInput
          label="Status code"
          name="responseCode"
          min={100}
          max={999}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          value={form.responseCode}
          error={errors['responseCode']}
          onChange={(responseCode) => change({ responseCode })}
        />
        <Autocomplete
          label="Response content type"
          name="contentType"
          data={contentTypes}
          maxLength={256}
          autoCapitalize="none"
          spellCheck={false}
          classNames={{ input: classes.mono ?? '' }}
          comboboxProps={{ withinPortal: false }}
          value={form.contentType}
          error={errors['contentType']}
          onChange={(contentType) => change({ contentType })}
        />
      </div>
      <TemplateField
        label="Response body"
        name="responseBody"
        description={
          'Sent to the caller. Use variables such as {{ request.body }} and {{ request.query.id }}, or {{ request.body | json: "$.order.id" | json }} for a JSON field.'
        }
        variables={responseVariables}
        value={form.responseBody}
        error={errors['responseBody']}
        onChange={(responseBody) => change({ responseBody })}
      />
    </div>
  )
}

import '../../../theme/mantine-later-styles.ts'
import type { FieldErrors } from '@knockwire/domain/errors'
import { responseVariables } from '@knockwire/domain/templates/variables'
import { Autocomplete, type AutocompleteProps, NumberInput, Textarea, TextInput } from '@mantine/core'
import { TemplateField } from '../../../components/template-editor/template-field.tsx'
import { ExpectationFields } from '../expectation/expectation-fields.tsx'
import { errorNamesOf } from '../expectation/expectation-form.ts'
import classes from './settings.module.css'
import type { ReceiverForm } from './receiver-form.ts'

const contentTypes = [
  'application/json',
  'text/html',
  'application/xml',
  'text/plain',
  'text/plain; charset=utf-8',
  'text/xml',
  'text/csv',
  'application/x-www-form-urlencoded',
]

/** All of them while one of them stands in the field; what is typed narrows them down. */
const allTypes: NonNullable<AutocompleteProps['filter']> = ({ options }) => options

interface ReceiverFieldsProps {
  receiverId: string
  form: ReceiverForm
  /** Under the fields' names. */
  errors: FieldErrors
  /** The fields that were edited, with their new values, and the names of the errors that may be about them. */
  onChange: (change: Partial<ReceiverForm>, errorNames: string[]) => void
}

/** The receiver's name and response, and when it expects calls. */
export function ReceiverFields({ receiverId, form, errors, onChange: report }: ReceiverFieldsProps) {
  const onChange = (change: Partial<ReceiverForm>) => report(change, errorNamesOf(change))
  return (
    <div className={classes.fields}>
      <TextInput
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={200}
        value={form.name}
        error={errors['name']}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
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
          onChange={(responseCode) => onChange({ responseCode })}
        />
        <Autocomplete
          label="Response content type"
          name="contentType"
          data={contentTypes}
          {...(contentTypes.includes(form.contentType.trim()) && { filter: allTypes })}
          maxLength={256}
          autoCapitalize="none"
          spellCheck={false}
          classNames={{ input: classes.mono ?? '' }}
          comboboxProps={{ withinPortal: false }}
          value={form.contentType}
          error={errors['contentType']}
          onChange={(contentType) => onChange({ contentType })}
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
        onChange={(responseBody) => onChange({ responseBody })}
      />
      <ExpectationFields receiverId={receiverId} form={form} errors={errors} onChange={onChange}>
        <Textarea
          label="Addresses of another service"
          description="Of Healthchecks, Uptime Kuma or Cronitor, one a line: they reach this receiver once their host name is changed to the one of its URL."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          name="otherAddresses"
          autosize
          minRows={2}
          spellCheck={false}
          classNames={{ input: classes.mono ?? '' }}
          value={form.otherAddresses}
          error={errors['otherAddresses']}
          onChange={({ currentTarget }) => onChange({ otherAddresses: currentTarget.value })}
        />
      </ExpectationFields>
    </div>
  )
}

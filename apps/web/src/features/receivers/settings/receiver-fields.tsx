import '../../../theme/mantine-later-styles.ts'
import { responseVariables } from '@knockwire/domain/templates/variables'
import { Autocomplete, type AutocompleteProps, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { TemplateField } from '../../../components/template-editor/template-field.tsx'
import { ExpectationFields } from '../expectation/expectation-fields.tsx'
import { beginIn } from '../../../lib/browser/focus.ts'
import type { FieldGroup } from '../../../lib/forms/field-group.ts'
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
  fields: FieldGroup<ReceiverForm>
  /** Whether typing begins at its name. */
  startsAtName?: boolean
}

/** The receiver's name and response, and when it expects calls. */
export function ReceiverFields({ receiverId, fields, startsAtName = false }: ReceiverFieldsProps) {
  const { contentType } = fields.values
  const name = useRef<HTMLInputElement>(null)
  const begin = useEffectEvent(() => {
    if (startsAtName) beginIn(name.current)
  })
  useEffect(() => begin(), [])
  return (
    <div className={classes.fields}>
      <TextInput label="Name" ref={name} {...fields.bind('name')} autoComplete="off" maxLength={200} />
      <div className={classes.answer}>
        <NumberInput
          label="Status code"
          {...fields.bind('responseCode')}
          min={100}
          max={999}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
        />
        <Autocomplete
          label="Response content type"
          {...fields.bind('contentType')}
          data={contentTypes}
          {...(contentTypes.includes(contentType.trim()) && { filter: allTypes })}
          maxLength={256}
          autoCapitalize="none"
          spellCheck={false}
          classNames={{ input: classes.mono ?? '' }}
          comboboxProps={{ withinPortal: false }}
          // The list of options scrolls itself, and is no stop of the keyboard: it would be gone as soon as it is reached.
          withScrollArea={false}
          styles={{
            dropdown: { paddingInlineEnd: 'var(--combobox-padding)' },
            options: { maxHeight: 220, overflowY: 'auto' },
          }}
          attributes={{ options: { tabIndex: -1 } }}
        />
      </div>
      <TemplateField
        label="Response body"
        {...fields.bind('responseBody')}
        description={
          'Sent to the caller. Use variables such as {{ request.body }} and {{ request.query.id }}, or {{ request.body | json: "$.order.id" | json }} for a JSON field.'
        }
        variables={responseVariables}
      />
      <ExpectationFields receiverId={receiverId} fields={fields}>
        <Textarea
          label="Addresses of another service"
          description="Those of Healthchecks, Uptime Kuma or Cronitor, one per line. They reach this receiver once you replace their host name with the one of its URL."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...fields.bind('otherAddresses')}
          autosize
          minRows={2}
          spellCheck={false}
          classNames={{ input: classes.mono ?? '' }}
        />
      </ExpectationFields>
    </div>
  )
}

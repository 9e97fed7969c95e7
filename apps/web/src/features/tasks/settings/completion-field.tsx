import { NativeSelect } from '@mantine/core'
import { completionTimes, completionWords } from './completion-labels.ts'

interface CompletionFieldProps {
  name: string
  /** In seconds; null: with the response. */
  value: number | null
  error: string | undefined
  onChange: (seconds: number | null) => void
}

/** When an execution is over: a job that takes longer than a response may say later how it ended. */
export function CompletionField({ value: seconds, onChange, ...field }: CompletionFieldProps) {
  return (
    <NativeSelect
      label="An execution ends"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        seconds === null
          ? 'For jobs that take longer than 30 seconds, let the target report later how they ended.'
          : 'Each call carries an address in the header Knockwire-Complete, and in place of {{ completion.url }} in the URL or the body. The target responds with 2xx at once, and calls that address when it is done, with /fail appended if it failed.'
      }
      data={choicesOf(seconds)}
      {...field}
      value={String(seconds ?? '')}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : Number(value))}
    />
  )
}

/** What a task was given by another way than this editor stays choosable. */
const choicesOf = (current: number | null) => {
  const offered: number[] = [...completionTimes]
  const seconds = current === null || offered.includes(current) ? offered : [...offered, current]
  return [
    { value: '', label: completionWords(null) },
    ...seconds.map((one) => ({ value: String(one), label: completionWords(one) })),
  ]
}

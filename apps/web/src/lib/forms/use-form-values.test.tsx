import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { useFormValues } from './use-form-values.ts'

const initialValues = { name: '', city: 'Vienna' }
type Name = keyof typeof initialValues

const rejectEmpty = (values: typeof initialValues) =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === '' ? [[name, 'Empty.']] : [])))

const Field = ({ name, form }: { name: Name; form: ReturnType<typeof useFormValues<typeof initialValues>> }) => {
  const { error, ...props } = form.getInputProps(name)
  return (
    <>
      <label>
        {name}
        <input {...props} onBlur={() => form.validateField(name)} />
      </label>
      <em data-testid={`${name} error`}>{error}</em>
    </>
  )
}

function Form() {
  const form = useFormValues(initialValues, rejectEmpty)
  const act = (label: string, run: () => unknown) => (
    <button type="button" onClick={run}>
      {label}
    </button>
  )
  return (
    <form>
      <Field name="name" form={form} />
      <Field name="city" form={form} />
      {act('Check', form.validate)}
      {act('Reject', () => form.setErrors({ name: 'Taken.', city: 'Unknown.' }))}
      {act('Saved', () => {
        form.resetDirty(form.latest())
        form.setErrors({})
      })}
      {act('Reset', form.reset)}
      {act('Set Linz', () => form.setValues({ city: 'Linz' }))}
      <output>{form.isDirty() ? 'dirty' : 'clean'}</output>
    </form>
  )
}

const field = (name: Name) => page.getByRole('textbox', { name })
const press = (name: string) => page.getByRole('button', { name }).click()
const expectErrors = async (errors: Partial<Record<Name, string>>) => {
  await expect.element(page.getByTestId('name error')).toHaveTextContent(errors.name ?? '')
  await expect.element(page.getByTestId('city error')).toHaveTextContent(errors.city ?? '')
}
const expectState = (state: 'dirty' | 'clean') => expect.element(page.getByRole('status')).toHaveTextContent(state)

it('a field shows what is typed, or what the form is given', async () => {
  await render(<Form />)
  await field('name').fill('Ada')
  await press('Set Linz')
  await expect.element(field('name')).toHaveValue('Ada')
  await expect.element(field('city')).toHaveValue('Linz')
})

it('a field that is left is checked alone, all fields before they are sent', async () => {
  await render(<Form />)
  await field('city').fill('')
  await field('name').click()
  await expectErrors({ city: 'Empty.' })
  await press('Check')
  await expectErrors({ name: 'Empty.', city: 'Empty.' })
})

it('[ER-02] an edit takes away the error of its field and no other, a check the error of what is corrected', async () => {
  await render(<Form />)
  await press('Reject')
  await expectErrors({ name: 'Taken.', city: 'Unknown.' })
  await field('name').fill('Ada')
  await expectErrors({ city: 'Unknown.' })
  await field('city').click()
  await field('name').click()
  await expectErrors({})
})

it('a form is dirty while a value differs from what it started with, or from what was saved last', async () => {
  await render(<Form />)
  await field('name').fill('Ada')
  await expectState('dirty')
  await field('name').fill('')
  await expectState('clean')
  await field('name').fill('Ada')
  await press('Saved')
  await expectState('clean')
})

it('a form that is reset has the values that were saved last, and no errors', async () => {
  await render(<Form />)
  await field('name').fill('Ada')
  await press('Saved')
  await field('name').fill('')
  await press('Check')
  await expectErrors({ name: 'Empty.' })
  await press('Reset')
  await expect.element(field('name')).toHaveValue('Ada')
  await expectErrors({})
  await expectState('clean')
})

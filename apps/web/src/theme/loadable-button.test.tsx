import { ActionIcon, Button } from '@mantine/core'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderThemed } from '../testing/render-themed.tsx'
import { focus } from '../testing/screens.ts'

const save = page.getByRole('button', { name: 'Save' })

it.each([
  ['button', Button],
  ['icon button', ActionIcon],
] as const)('a loading %s is not disabled, so that it keeps the focus', async (_name, Kind) => {
  const Loading = () => {
    const [isLoading, setLoading] = useState(false)
    return (
      <Kind type="submit" aria-label="Save" loading={isLoading} disabled={isLoading} onClick={() => setLoading(true)} />
    )
  }
  await renderThemed(<Loading />)
  await save.click()
  await expect.element(save).toHaveAttribute('aria-busy', 'true')
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await expect.element(save).toHaveAttribute('type', 'submit')
  await expect.element(save).not.toHaveAttribute('disabled')
  await expect.element(save).toHaveFocus()
})

it('a button that does not load is disabled where it is to be, and sends no form unless it is to', async () => {
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault())
  await renderThemed(
    <form onSubmit={onSubmit}>
      <Button>Other</Button>
      <Button disabled>Save</Button>
    </form>,
  )
  await expect.element(save).toHaveAttribute('disabled')
  const other = page.getByRole('button', { name: 'Other' })
  await expect.element(other).not.toHaveAttribute('aria-disabled')
  await other.click()
  expect(onSubmit).not.toHaveBeenCalled()
})

it('a click on a loading button, or Enter in its form, does nothing', async () => {
  const onClick = vi.fn<() => void>()
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault())
  const Form = () => {
    const [isLoading, setLoading] = useState(true)
    return (
      <form onSubmit={onSubmit}>
        <input aria-label="Name" />
        <Button type="submit" loading={isLoading} onClick={onClick}>
          Save
        </Button>
        <button type="button" onClick={() => setLoading(false)}>
          End
        </button>
      </form>
    )
  }
  await renderThemed(<Form />)
  ;(save.element() as HTMLElement).click()
  focus(page.getByLabelText('Name'))
  await userEvent.keyboard('{Enter}')
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'End' }).click()
  focus(page.getByLabelText('Name'))
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

import type { InstanceStateView } from '@knockwire/domain/operator/operator'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { hasUnsavedWork } from '../../../lib/editing/unsaved-work.ts'
import { account } from '../../../testing/builders/account.ts'
import { server } from '../../../testing/network.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { renderThemed } from '../../../testing/render-themed.tsx'
import { expectSnackbar, press } from '../../../testing/screens.ts'
import { StateSection } from './state-section.tsx'

const banner = page.getByLabelText('Banner', { exact: true })
const save = page.getByRole('button', { name: 'Save banner' })
const sent = () => server.calls('post', /operator\/state$/).map(({ body }) => body)

/** The page as it is read again once `elsewhere` is pressed. */
function Page({ elsewhere }: { elsewhere: InstanceStateView }) {
  const [state, setState] = useState<InstanceStateView>({ banner: null, callsPausedAt: null })
  return (
    <>
      <StateSection state={state} />
      <button type="button" onClick={() => setState(elsewhere)}>
        Elsewhere
      </button>
    </>
  )
}

const open = async (elsewhere: InstanceStateView) => {
  const held = Promise.withResolvers<void>()
  server.done.post('/operator/state', () => held.promise)
  await renderThemed(<Page elsewhere={elsewhere} />)
  return held
}

const readAgain = () => page.getByRole('button', { name: 'Elsewhere' }).click()

it('a banner that is saved neither pauses nor resumes calls, and a pause leaves the banner', async () => {
  const held = await open({ banner: null, callsPausedAt: null })
  held.resolve()
  await banner.fill('Back at noon.')
  await save.click()
  await expectSnackbar('The banner will appear for everyone within a minute.')
  await page.getByRole('switch', { name: 'Pause all calls' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause all calls' }).click()
  await expectSnackbar('All calls are paused.')
  expect(sent()).toEqual([{ banner: 'Back at noon.' }, { areCallsPaused: true }])
})

it('what is typed of the banner stays while the one before is saved, or another operator saves one', async () => {
  const held = await open({ banner: 'Back at noon.', callsPausedAt: null })
  await banner.fill('Back at noon.')
  await save.click()
  await expect.poll(sent).toHaveLength(1)
  await banner.fill('Back at noon. Sorry!')
  held.resolve()
  await readAgain()
  await expect.element(banner).toHaveValue('Back at noon. Sorry!')
  await expect.element(save).toBeEnabled()
  await expect.poll(hasUnsavedWork).toBe(true)
})

it('a banner that nobody is typing follows what another operator saves', async () => {
  await open({ banner: 'Back at one.', callsPausedAt: null })
  await readAgain()
  await expect.element(banner).toHaveValue('Back at one.')
  expect(hasUnsavedWork()).toBe(false)
})

it('a banner that is typed is not lost by a way to another of the operator’s pages', async () => {
  server.get('/accounts/me', 'AccountView', () => account({ isOperator: true }))
  server.get('/operator/overview', 'OperatorOverview', () => ({
    version: '1.0.0',
    state: { banner: null, callsPausedAt: null },
    counts: { users: 1, accounts: 1, suspendedAccounts: 0, tasks: 0, receivers: 0, databaseBytes: 0 },
    work: {
      executors: 1,
      oldestDueSeconds: 0,
      deliveriesWaiting: 0,
      oldestDeliverySeconds: 0,
      mailsWaiting: 0,
      oldestMailSeconds: 0,
      runsLastHour: 0,
      failedRunsLastHour: 0,
    },
    channels: [],
    settings: [],
  }))
  server.get('/operator/errors', 'ReportedErrorList', () => ({ results: [] }))
  await openPage('/dashboard/operator')
  await banner.fill('Back at noon.')
  await page.getByRole('link', { name: 'Errors' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect
    .element(question.getByText('The banner is not saved. What you typed will be lost.', { exact: true }))
    .toBeVisible()
  await press(question, 'Keep editing')
  await expect.element(banner).toHaveValue('Back at noon.')
  await page.getByRole('link', { name: 'Errors' }).click()
  await press(question, 'Leave')
  await expect.element(page.getByRole('link', { name: 'Errors' })).toHaveAttribute('aria-current', 'page')
})

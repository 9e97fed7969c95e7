import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { requestRow } from '../../../testing/builders/receiver.ts'
import { rejected, server } from '../../../testing/network.ts'
import {
  rows,
  toggle,
  status,
  expectRows,
  expectState,
  requests,
  openHistory,
} from '../../../testing/pages/request-history.ts'

describe('while requests arrive', () => {
  it('[RH-12, RH-13] each slides in on top, and is announced by how many have come', async () => {
    const served = await openHistory(...requests(1))
    await expectRows(1)
    await expectState('Live')
    served.rows = [requestRow(2), ...served.rows]
    await expectRows(2)
    await expect.element(status.filter({ hasText: '1 new request arrived.' })).toBeInTheDocument()
    served.rows = [requestRow(3), ...served.rows]
    await expect.element(status.filter({ hasText: '2 new requests arrived.' })).toBeInTheDocument()
    await expect.element(rows.first()).toMatchTextContent('/?n=3')
  })

  it('an open row stays in its place: what comes waits, and appears where that is asked for', async () => {
    const served = await openHistory(...requests(2))
    await expectRows(2)
    await toggle(0).click()
    await expectState('On hold')
    served.rows = [requestRow(3), ...served.rows]
    await expect.element(page.getByRole('button', { name: '1 new', exact: true })).toBeVisible()
    await expect.element(status.filter({ hasText: '1 new request is waiting.' })).toBeInTheDocument()
    await expectRows(2)
    await page.getByRole('button', { name: '1 new', exact: true }).click()
    await expectRows(3)
    await expect.element(toggle(0)).toHaveAttribute('aria-expanded', 'false')
    await expect.element(toggle(1)).toHaveAttribute('aria-expanded', 'true')
  })

  it('Pause holds what comes until Resume', async () => {
    const served = await openHistory(...requests(1))
    await expectRows(1)
    await page.getByRole('button', { name: 'Pause' }).click()
    await expectState('Paused')
    served.rows = [requestRow(2), ...served.rows]
    await expect.element(page.getByRole('button', { name: '1 new', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expectRows(2)
  })

  it('a receiver that is disabled elsewhere is called so, and nothing is live any more', async () => {
    const served = await openHistory(...requests(1))
    await expectState('Live')
    served.view = { ...served.view, status: 'DISABLED', version: 3 }
    served.state = 'disabled'
    await expect.element(page.getByText('Callers get 404, and nothing is recorded.').first()).toBeVisible()
    await expect.element(page.getByText('Live', { exact: true })).not.toBeInTheDocument()
  })

  it('a history whose polls are rejected does not call itself live, and says that they are tried again', async () => {
    await openHistory(...requests(1))
    await expectState('Live')
    server.get('/receivers/:id/news', 'ReceiverNews', () => rejected(429, 'RATE_LIMITED'))
    await expectState('Not live')
    await expect.element(page.getByText(/^The server is busy\. Retrying/)).toBeVisible()
    await expectRows(1)
  })
})

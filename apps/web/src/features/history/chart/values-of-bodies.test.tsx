import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { executions } from '../../../testing/builders/execution.ts'
import { expectSnackbar } from '../../../testing/screens.ts'
import { chart, source, property, openChart, serveValues, plotted } from '../../../testing/pages/execution-chart.ts'

describe('of bodies', () => {
  it('[TH-07, TH-09] a text that is a number is plotted as one', async () => {
    await openChart(executions(2))
    serveValues(() => [12.5, -3])
    await source.selectOptions('response_body_text')
    await expect.element(page.getByRole('slider', { name: 'Response Body (Text) of 2 executions' })).toBeVisible()
    await expect.poll(async () => plotted(chart, 2)).toEqual(['-3', '12.5'])
  })

  it('[TH-10, ER-34, SN-05] text that is no number is not plotted, and a warning says so', async () => {
    await openChart(executions(3), '?source=code')
    await expect.element(chart).toBeVisible()
    serveValues((query) => (query.get('source') === 'response_body_text' ? [7, null, 8] : [200, 200, 200]))
    await source.selectOptions('response_body_text')
    await expectSnackbar('Chart only supports numeric values')
    expect(document.querySelector('.kw-snackbar')?.className).toContain('kw-snackbar-warning')
    await expect.element(source).toHaveValue('response_code')
    await expect.element(page.getByRole('slider', { name: 'Response Code of 3 executions' })).toBeVisible()
  })

  it('[TH-08, TH-11..TH-14] a property is plotted half a second after typing, or on Enter', async () => {
    await openChart(executions(2))
    await expect.element(chart).toBeVisible()
    await expect.element(property).not.toBeInTheDocument()
    serveValues((query) => (query.get('property') === 'price' ? [7, 8] : [100, 90]))
    await source.selectOptions('response_body_json')
    await expect.element(page.getByText(/^Enter a JSON path, such as/)).toBeVisible()
    await property.fill('price')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('slider', { name: 'Response Body (JSON) of 2 executions' })).toBeVisible()
    await expect.poll(async () => plotted(chart, 2)).toEqual(['8', '7'])

    // A redraw that did not wait for the typing to end would come before that.
    const typedAtMs = performance.now()
    await property.fill('stock[0].count')
    await expect.poll(() => new URLSearchParams(window.location.search).get('property')).toBe('stock[0].count')
    expect(performance.now() - typedAtMs).toBeGreaterThanOrEqual(500)
    await expect.poll(async () => plotted(chart, 2)).toEqual(['90', '100'])
  })

  it('a JSON path that cannot be read is said to be wrong, and one that leads to no number is not', async () => {
    const problem = 'The JSON path cannot be read: a name or a number is missing at character 9.'
    await openChart(executions(1), '?source=code')
    serveValues((query) => (query.get('property') === '$.price[' ? { propertyProblem: problem } : [null]))
    await source.selectOptions('response_body_json')
    await property.fill('$.price[')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(problem)).toBeVisible()
    await property.fill('$.cost')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('No response on this page has a number at this path.')).toBeVisible()
  })
})

import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { expect } from '@playwright/test'
import { snackbar } from '../screens.ts'
import { go, openDraft, openHistory, openRun, openTask, type Screen } from './opening.ts'

export const drafts: Screen[] = [
  { name: 'draft', open: async (page) => void (await openDraft(page)) },
  {
    name: 'draft-cron',
    open: async (page) => {
      const { request, schedule } = await openDraft(page)
      await request.getByLabel('Method').selectOption('POST')
      await request.getByRole('switch', { name: 'Basic authentication' }).click()
      await request.getByRole('switch', { name: 'Allow insecure certificates' }).click()
      await request.getByRole('button', { name: 'Add header' }).click()
      await schedule.getByText('Cron', { exact: true }).click()
      await schedule.getByLabel('Cron expression').fill('*/15 9-17 * * 1-5')
      await expect(schedule.getByRole('listitem')).toHaveCount(5)
    },
  },
  {
    name: 'draft-one-time',
    open: async (page) => {
      const { schedule } = await openDraft(page)
      await schedule.getByText('One time', { exact: true }).click()
      await expect(schedule.getByLabel('Year')).toBeVisible()
    },
  },
  {
    name: 'draft-time-zones',
    open: async (page) => {
      const { schedule } = await openDraft(page)
      await schedule.getByText('Cron', { exact: true }).click()
      await schedule.getByRole('combobox', { name: 'Timezone' }).click()
      await expect(schedule.getByRole('listbox').getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'draft-list',
    open: async (page) => {
      const { request } = await openDraft(page)
      await request.getByLabel('Name', { exact: true }).fill('A price of tea that was begun on a Monday morning')
      await expect(page.getByText('Draft saved')).toBeVisible()
      await go(page, '/dashboard/tasks', 'Tasks')
      await page.getByRole('button', { name: /^\d+ drafts?$/ }).click()
      await expect(page.getByRole('list', { name: 'Drafts' })).toBeVisible()
    },
  },
  {
    name: 'draft-tested',
    open: async (page, { targetUrl }) => {
      const { request } = await openDraft(page)
      await request.getByLabel('URL').fill(targetUrl)
      await request.getByRole('button', { name: 'Test', exact: true }).click()
      await expect(request.getByRole('region', { name: 'Response body' })).toBeVisible()
    },
  },
  {
    name: 'draft-yaml',
    open: async (page) => {
      const { request } = await openDraft(page)
      await request.getByLabel('URL').fill('https://shop.example/')
      await page.getByRole('button', { name: 'Copy as YAML' }).click()
      await expect(page.getByLabel('YAML', { exact: true })).toContainText('tasks:')
    },
  },
  {
    name: 'draft-refused',
    open: async (page, _world, problem) => {
      const { request, schedule } = await openDraft(page)
      await request.getByRole('switch', { name: 'Basic authentication' }).click()
      await schedule.getByText('Cron', { exact: true }).click()
      await schedule.getByLabel('Cron expression').fill('every day')
      problem.announce(422, 'activate=true')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(4)
      await expect(snackbar(page, 'Error creating task')).toBeVisible()
    },
  },
]

export const tasks: Screen[] = [
  { name: 'task', open: async (page, { active }) => void (await openTask(page, active)) },
  { name: 'task-disabled', open: async (page, { disabled }) => void (await openTask(page, disabled)) },
  {
    name: 'task-edited',
    open: async (page, { active }) => {
      const { request, schedule } = await openTask(page, active)
      await request.getByRole('button', { name: 'Edit' }).click()
      await schedule.getByRole('button', { name: 'Edit' }).click()
    },
  },
  {
    name: 'task-completion',
    open: async (page, { waiting }) => {
      const { request } = await openTask(page, waiting.taskId)
      await request.getByRole('button', { name: 'Edit' }).click()
      await expect(request.getByLabel('An execution ends')).toHaveValue('21600')
    },
  },
  {
    name: 'task-tested',
    open: async (page, { active }) => {
      const { request } = await openTask(page, active)
      await request.getByRole('button', { name: 'Edit' }).click()
      await request.getByLabel('Method').selectOption('PUT')
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await expect(page.getByRole('status', { name: 'Test result' })).toContainText('200 in')
      await page.getByRole('link', { name: 'Settings' }).click()
    },
  },
  {
    name: 'task-discarded',
    open: async (page, { active }) => {
      const { request } = await openTask(page, active)
      await request.getByRole('button', { name: 'Edit' }).click()
      await request.getByLabel('Name', { exact: true }).fill('Typed')
      await request.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    },
  },
  {
    name: 'task-conflict',
    open: async (page, { active }, problem) => {
      const { request } = await openTask(page, active)
      await request.getByRole('button', { name: 'Edit' }).click()
      await request.getByLabel('Name', { exact: true }).fill('Typed')
      await request.getByRole('switch', { name: 'Follow redirects' }).click()
      const savedElsewhere = await page.evaluate(async (id) => {
        const task = await (await fetch(`/api/v1/tasks/${id}`)).json()
        const { status: _, disabledReason: __, nextExecutionDate: ___, ...scheduler } = task.scheduler
        const { basicAuth: _basicAuth, ...target } = task.request.target
        const body = {
          name: `Saved elsewhere ${task.version}`,
          scheduler: {
            ...scheduler,
            mode: 'CUSTOM',
            expression: `${task.version % 60} 9 * * 1-5`,
            timezone: 'Europe/Berlin',
          },
          request: { target: { ...target, body: null } },
        }
        const headers = { 'content-type': 'application/json' }
        return (await fetch(`/api/v1/tasks/${id}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
      }, active)
      expect(savedElsewhere).toBe(200)
      problem.announce(409, `/api/v1/tasks/${active}`)
      await request.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('dialog', { name: 'This task was changed elsewhere' })).toBeVisible()
    },
  },
  {
    name: 'task-status-menu',
    open: async (page, { disabled }) => {
      await openTask(page, disabled)
      await page.getByRole('button', { name: 'Disabled' }).click()
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    },
  },
  {
    name: 'task-details',
    open: async (page, { disabled }) => {
      await openTask(page, disabled)
      await page.getByRole('button', { name: 'Disabled' }).click()
      await page.getByRole('menuitem', { name: 'Description and labels' }).click()
      await expect(page.getByRole('dialog', { name: 'Description and labels' })).toBeVisible()
    },
  },
  {
    name: 'task-yaml',
    open: async (page, { disabled }) => {
      await openTask(page, disabled)
      await page.getByRole('button', { name: 'Disabled' }).click()
      await page.getByRole('menuitem', { name: 'Copy as YAML' }).click()
      await expect(page.getByLabel('YAML', { exact: true })).toContainText('tasks:')
    },
  },
  {
    name: 'task-delete',
    open: async (page, { disabled }) => {
      await openTask(page, disabled)
      await page.getByRole('button', { name: 'Disabled' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(page.getByRole('dialog', { name: 'Delete task' })).toBeVisible()
    },
  },
  {
    name: 'task-nowhere',
    open: async (page, _world, problem) => {
      problem.announce(404, '/api/v1/tasks/')
      await page.goto('/dashboard/tasks/01900000-0000-7000-8000-000000000000')
      await expect(page.getByText('There is no such task')).toBeVisible()
    },
  },
]

export const histories: Screen[] = [
  { name: 'history', open: async (page, { active }) => openHistory(page, active) },
  {
    name: 'history-marked',
    open: async (page, { active }) => {
      await openHistory(page, active)
      const chart = page.getByRole('slider', { name: /^Response Time of/ })
      await chart.focus()
      await chart.press('ArrowLeft')
    },
  },
  { name: 'history-run-json', open: async (page, world) => openRun(page, world, world.runIds.newest) },
  { name: 'history-run-html', open: async (page, world) => openRun(page, world, world.runIds.html) },
  {
    name: 'history-run-waiting',
    open: async (page, { waiting: { taskId, runId } }) => {
      await page.goto(`/dashboard/tasks/${taskId}/executions/${runId}`)
      await expect(page.getByText('for its completion')).toBeVisible()
    },
  },
  { name: 'history-run-failed', open: async (page, world) => openRun(page, world, world.runIds.failed) },
  {
    name: 'history-bookmark',
    open: async (page, { active }) => {
      await openHistory(page, active)
      await page.getByLabel('Source').selectOption('response_body_json')
      await page.getByLabel('Property').fill('price')
      await page.getByRole('button', { name: 'Add bookmark' }).click()
      await expect(page.getByRole('dialog', { name: 'Add bookmark' })).toBeVisible()
    },
  },
  {
    name: 'history-bookmark-edited',
    open: async (page, { active }) => {
      await openHistory(page, active)
      await page.getByRole('button', { name: 'Edit bookmark Price' }).click()
      await expect(page.getByRole('dialog', { name: 'Edit bookmark' })).toBeVisible()
    },
  },
  {
    name: 'history-filters',
    open: async (page, { active }) => {
      await openHistory(page, active)
      await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByLabel('Jump to').press('Enter')
      await expect(page.getByText('Choose a date and time.')).toBeVisible()
    },
  },
  {
    name: 'history-nothing-found',
    open: async (page, { active }) => {
      await page.goto(`/dashboard/tasks/${active}/executions?text=coffee`)
      await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeVisible()
    },
  },
  {
    name: 'history-deliveries',
    open: async (page, { api, notify, targetUrl }) => {
      const { id } = await api.createTask({ name: 'Pot', url: targetUrl })
      const target = { ...defaultRequestTarget, uri: `${targetUrl}/hook`, method: 'POST' } as const
      await notify.add({ type: 'HTTP', taskId: id, request: { target } })
      const smsSetting = { countryCode: '+1', phoneNumber: '6045550199', template: 'Pot' } as const
      await notify.add({ type: 'SMS', taskId: id, smsSetting })
      const run = await api.run(id)
      await page.goto(`/dashboard/tasks/${id}/executions/${run.id}`)
      await expect(page.getByRole('heading', { name: 'Notification Status' })).toBeVisible()
      await expect(page.getByText('Delivered', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'history-empty',
    open: async (page, { disabled }) => {
      await page.goto(`/dashboard/tasks/${disabled}/executions`)
      await expect(page.getByText('No executions yet.', { exact: false })).toBeVisible()
    },
  },
]

import { useState } from 'react'
import { createBrowserRouter, createMemoryRouter, Link, type RouteObject, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderThemed } from '../../../testing/render-themed.tsx'
import { press } from '../../../testing/screens.ts'
import { LeaveGuard } from './leave-guard.tsx'

const name = page.getByLabelText('Name')
const next = page.getByRole('link', { name: 'Next' })
const question = page.getByRole('dialog', { name: 'Leave without saving?' })
const heading = page.getByRole('heading', { name: 'The next page' })

function Form() {
  const [text, setText] = useState('')
  return (
    <LeaveGuard title="Leave without saving?" message="" stayLabel="Keep editing" isActive={text !== ''}>
      <label>
        Name
        <input value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      <Link to="/next">Next</Link>
    </LeaveGuard>
  )
}

/** A form, and a way out of it to a page whose code comes once it is let go. */
const openForm = async (
  createRouter = (pages: RouteObject[]) => createMemoryRouter(pages, { initialEntries: ['/form'] }),
) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const router = createRouter([
    { path: '/form', element: <Form /> },
    {
      path: '/next',
      lazy: async () => {
        await promise
        return { Component: () => <h1>The next page</h1> }
      },
    },
  ])
  await renderThemed(<RouterProvider router={router} />)
  return { router, arrive: resolve }
}

it('what is typed while the next page is loading is not lost as that arrives', async () => {
  const { router, arrive } = await openForm()
  await next.click()
  await expect.poll(() => router.state.navigation.state).toBe('loading')
  await name.fill('Tea')
  await press(question, 'Keep editing')
  await expect.element(question).not.toBeInTheDocument()
  arrive()
  await expect.element(name).toHaveValue('Tea')
  expect(router.state.navigation.state).toBe('idle')
  await next.click()
  await press(question, 'Leave')
  await expect.element(heading).toBeVisible()
})

it('a page that somebody has agreed to leave does not ask again while the next one is loading', async () => {
  const { router, arrive } = await openForm()
  await name.fill('Tea')
  await next.click()
  await press(question, 'Leave')
  await expect.poll(() => router.state.navigation.state).toBe('loading')
  await expect.element(question).not.toBeInTheDocument()
  await name.fill('Tea and cake')
  expect(router.state.navigation.state).toBe('loading')
  arrive()
  await expect.element(heading).toBeVisible()
})

it('what is typed while the page before is loading keeps it before this one', async () => {
  window.history.replaceState({ idx: 0, key: 'next', usr: null }, '', '/next')
  window.history.pushState({ idx: 1, key: 'form', usr: null }, '', '/form')
  const { router, arrive } = await openForm((pages) => createBrowserRouter(pages))
  try {
    await expect.element(name).toBeVisible()
    window.history.back()
    await expect.poll(() => router.state.navigation.state).toBe('loading')
    await name.fill('Tea')
    await press(question, 'Keep editing')
    await expect.element(question).not.toBeInTheDocument()
    expect([window.location.pathname, window.history.state]).toMatchObject(['/form', { idx: 1 }])
    arrive()
    await expect.element(name).toHaveValue('Tea')
    window.history.back()
    await press(question, 'Leave')
    await expect.element(heading).toBeVisible()
    expect([window.location.pathname, window.history.state]).toMatchObject(['/next', { idx: 0 }])
  } finally {
    router.dispose()
  }
})

import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { markUnreachable } from '../../../lib/api/connection.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { renderThemed } from '../../../testing/render-themed.tsx'
import { NotLoaded } from './not-loaded.tsx'

const show = (status: number) => {
  const error = new ApiError({ status, code: 'INTERNAL', message: 'It failed.' })
  return renderThemed(
    <>
      <NotLoaded what="The bookmarks" error={error} onRetry={() => {}} />
      <p>The page</p>
    </>,
  )
}

const message = page.getByRole('alert').filter({ hasText: 'The bookmarks could not be loaded.' })

it('a part that could not be loaded says so', async () => {
  await show(500)
  await expect.element(message).toBeVisible()
})

it('a part that was not answered in time, by a server that answers other calls, says so', async () => {
  await show(0)
  await expect.element(message).toBeVisible()
})

it('where the server is out of reach, a part leaves it to the page to say so', async () => {
  markUnreachable()
  await show(0)
  await expect.element(page.getByText('The page')).toBeVisible()
  await expect.element(message).not.toBeInTheDocument()
})

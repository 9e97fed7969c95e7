import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { receiver } from '../../../testing/builders/receiver.ts'
import { minutesAgo } from '../../../testing/builders/times.ts'
import { rejected, server } from '../../../testing/network.ts'
import { renderThemed } from '../../../testing/render-themed.tsx'
import { HeartbeatChanges } from './heartbeat-changes.tsx'

it('changes of a heartbeat that could not be loaded are not missing without a word', async () => {
  server.get('/receivers/:id/heartbeat/changes', 'HeartbeatChangeList', () => rejected(400, 'MALFORMED'))
  await renderThemed(<HeartbeatChanges receiverId={receiver().id} since={minutesAgo(1)} />)
  const message = page.getByRole('alert').filter({ hasText: 'The latest changes could not be loaded.' })
  await expect.element(message).toBeVisible()
  server.get('/receivers/:id/heartbeat/changes', 'HeartbeatChangeList', () => ({ results: [] }))
  await message.getByRole('button', { name: 'Try again' }).click()
  await expect.element(message).not.toBeInTheDocument()
})

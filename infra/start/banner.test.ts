import { expect, it } from 'vitest'
import { banner } from './banner.ts'
import type { StartedDatabase } from './database.ts'
import type { StartSettings } from './settings.ts'

const bannerWith = (areSignUpsOpen: boolean, isEmbedded: boolean) => {
  const embedded = { demo: { email: 'demo@knockwire.example', password: 'words' }, clusterDirectory: '/data/pg' }
  const settings = {
    publicOrigin: 'http://localhost:3000',
    receiverOrigin: 'http://127.0.0.1:3001',
    dataDirectory: '/data',
  }
  return banner(
    { ...settings, areSignUpsOpen } as StartSettings,
    { embedded: isEmbedded ? embedded : null } as StartedDatabase,
    1000,
  )
}

it('the start command offers to sign up only where anybody may', () => {
  for (const isEmbedded of [true, false]) {
    expect(bannerWith(true, isEmbedded)).toContain('sign up')
    expect(bannerWith(false, isEmbedded)).not.toContain('sign up')
  }
})

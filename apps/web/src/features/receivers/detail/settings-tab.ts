import { lazyPart } from '../../../lib/navigation/lazy-part.ts'

/** A receiver's Settings tab, of which its history loads nothing. */
export const SettingsTab = lazyPart(async () => (await import('../settings/settings-tab.tsx')).SettingsTab)

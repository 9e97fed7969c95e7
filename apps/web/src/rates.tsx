import './features/rates/page.css'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { watchForErrors } from './lib/browser/client-errors.ts'
import { readText } from './lib/browser/storage.ts'
import { RatesPage } from './features/rates/rates-page.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('rates.html has no #root')

watchForErrors()

hydrateRoot(
  root,
  <StrictMode>
    <RatesPage />
  </StrictMode>,
)

const hasChosenColorScheme = (): boolean =>
  ['light', 'dark'].includes(readText('localStorage', 'knockwire.color-scheme') ?? '')

// before-paint.js has set the scheme before the first paint; a change of the system's is followed while none was chosen.
const dark = window.matchMedia('(prefers-color-scheme: dark)')
dark.addEventListener('change', ({ matches }) => {
  if (!hasChosenColorScheme()) document.documentElement.dataset.mantineColorScheme = matches ? 'dark' : 'light'
})

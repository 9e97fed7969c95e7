import './features/rates/page.css'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { watchForErrors } from './lib/browser/client-errors.ts'
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

// before-paint.js has set the scheme before the first paint; a change of the system's is followed while none was chosen.
const dark = window.matchMedia('(prefers-color-scheme: dark)')
dark.addEventListener('change', ({ matches }) => {
  if (!hasChosenColorScheme()) document.documentElement.dataset.mantineColorScheme = matches ? 'dark' : 'light'
})

function hasChosenColorScheme(): boolean {
  try {
    return ['light', 'dark'].includes(window.localStorage.getItem('knockwire.color-scheme') ?? '')
  } catch {
    return false
  }
}

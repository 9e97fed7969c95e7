import './theme/tokens.css'
import './features/rates/page.css'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RatesPage } from './features/rates/rates-page.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('rates.html has no #root')

hydrateRoot(
  root,
  <StrictMode>
    <RatesPage />
  </StrictMode>,
)

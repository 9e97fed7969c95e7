import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { RatesPage } from './features/rates/rates-page.tsx'

/** The rates page as a visitor sees it before any script has run; build.ts writes it into rates.html. */
export const renderRatesPage = (): string =>
  renderToString(
    <StrictMode>
      <RatesPage />
    </StrictMode>,
  )

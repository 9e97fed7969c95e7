import './theme/mantine-styles.ts'
import './theme/tokens.css'
import './theme/global.css'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { ShellFrame } from './components/shell/shell.tsx'
import { AuthFrame } from './features/auth/auth-layout.tsx'
import { RatesPage } from './features/rates/rates-page.tsx'
import { Themed } from './theme/themed.tsx'

/** What visitors see before any script has run, by the document that build.ts writes it into. */
export const prerendered = (): Record<string, string> => ({
  // The page itself, which its script takes over.
  'rates.html': renderToString(
    <StrictMode>
      <RatesPage />
    </StrictMode>,
  ),
  // What stands above all pages of a document, which its script replaces: until then nothing of it works.
  'index.html': renderToString(
    <div inert>
      <Themed>
        <MemoryRouter>
          <ShellFrame />
        </MemoryRouter>
      </Themed>
    </div>,
  ),
  'visitor.html': renderToString(
    <div inert>
      <Themed>
        <AuthFrame />
      </Themed>
    </div>,
  ),
})

import './theme/mantine-styles.ts'
import './theme/tokens.css'
import './theme/global.css'
import { configureZodErrors } from '@knockwire/domain/zod-errors'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './lib/query-client.ts'
import { fetchLikelyPages, router } from './router.tsx'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme/theme.ts'

configureZodErrors()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <Notifications aria-live="polite" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)

// Once the first page is there, so that it is not slowed down.
window.addEventListener('load', () => window.setTimeout(() => void fetchLikelyPages(), 1_000), { once: true })

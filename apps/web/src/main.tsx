import './theme/mantine-styles.ts'
import './theme/tokens.css'
import './theme/global.css'
import { configureZodErrors } from '@knockwire/domain/zod-errors'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { Snackbars } from './components/ui/snackbars.tsx'
import { prefetchOnIntent } from './lib/prefetch.ts'
import { queryClient } from './lib/query-client.ts'
import { router } from './router.tsx'
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
        <Snackbars />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)

prefetchOnIntent(router)

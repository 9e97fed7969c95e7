import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { Snackbars } from '../components/ui/feedback/snackbars.tsx'
import { queryClient } from '../lib/api/query-client.ts'
import { Themed } from '../theme/themed.tsx'

/** Shows a component with what each document has around its page. */
export const renderThemed = (node: ReactNode) =>
  render(
    <Themed>
      <QueryClientProvider client={queryClient}>
        <Snackbars />
        {node}
      </QueryClientProvider>
    </Themed>,
  )

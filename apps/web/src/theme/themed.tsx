import { MantineContext, MantineThemeProvider, useProviderColorScheme } from '@mantine/core'
import { type ReactNode, StrictMode } from 'react'
import { colorSchemeManager, theme } from './theme.ts'

const getRootElement = () => document.documentElement

/**
 * Around each document that Mantine draws. Mantine's own provider brings what writes its variables and classes into the page, 2 KB:
 * the variables stand in mantine-variables.css.
 */
export function Themed({ children }: { children: ReactNode }) {
  const colorScheme = useProviderColorScheme({
    manager: colorSchemeManager,
    defaultColorScheme: 'auto',
    forceColorScheme: undefined,
    getRootElement,
  })
  return (
    <StrictMode>
      <MantineContext
        value={{
          ...colorScheme,
          getRootElement,
          classNamesPrefix: 'mantine',
          cssVariablesSelector: ':root',
          withStaticClasses: true,
        }}
      >
        <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
      </MantineContext>
    </StrictMode>
  )
}

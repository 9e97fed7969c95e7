import { MantineProvider } from '@mantine/core'
import { type ReactNode, StrictMode } from 'react'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'

/** Around each document that Mantine draws. */
export const Themed = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      // They stand in mantine-variables.css.
      withCssVariables={false}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  </StrictMode>
)

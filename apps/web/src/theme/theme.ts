import {
  type ActionIconProps,
  type ButtonProps,
  type ComboboxProps,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  type MantineTheme,
  type MenuProps,
  type ModalProps,
  type NativeSelectProps,
  type TooltipProps,
} from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { createElement } from 'react'
import { LoadableButton } from './loadable-button.tsx'

/** The one accent. Green, amber and red belong to state alone (tokens.css). */
const cobalt: MantineColorsTuple = [
  '#eef2ff',
  '#dde5fd',
  '#bccafa',
  '#96abf6',
  '#7d96f2',
  '#5573e6',
  '#3f5edb',
  '#2f4fd0',
  '#263fab',
  '#1f3487',
]
export const gray: MantineColorsTuple = [
  '#f8f8f6',
  '#f1f1ee',
  '#e6e6e2',
  '#d8d8d3',
  '#bdbdb6',
  '#71716b',
  '#5f5f5a',
  '#4a4a46',
  '#333330',
  '#1b1c1a',
]
export const dark: MantineColorsTuple = [
  '#e4e6e8',
  '#b9bdc2',
  '#9da2a9',
  '#858b93',
  '#353a40',
  '#282c31',
  '#1c1f23',
  '#141619',
  '#0e1012',
  '#090a0b',
]
const red: MantineColorsTuple = [
  '#fef1f0',
  '#fde0dd',
  '#f9bdb7',
  '#f08f86',
  '#e4665a',
  '#d4493d',
  '#c0392d',
  '#b42318',
  '#8f1d14',
  '#6f1710',
]

/** tokens.css: lower where the pointer is fine. */
const control = 'var(--kw-control)'
const controlHeight = { '--button-height': control }

export const theme = createTheme({
  primaryColor: 'cobalt',
  primaryShade: { light: 7, dark: 6 },
  colors: { cobalt, gray, dark, red },
  black: '#1b1c1a',
  fontFamily: 'var(--kw-font)',
  fontFamilyMonospace: 'var(--kw-font-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '32px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects: Mantine's own `extend` would import each component, and with it all that it is made of, into every page.
  components: {
    Button: {
      defaultProps: { component: LoadableButton },
      vars: (_theme: MantineTheme, { size }: ButtonProps) => ({ root: hasControlHeight(size) ? controlHeight : {} }),
    },
    ActionIcon: {
      defaultProps: { component: LoadableButton, size: control, variant: 'subtle', color: 'gray' } satisfies Partial<
        ActionIconProps & { component: typeof LoadableButton }
      >,
    },
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close', size: control, iconSize: 18 },
        // Else its header counts as another banner of the page.
        attributes: { header: { role: 'none' } },
      } satisfies Partial<ModalProps>,
    },
    // Within a menu there may be nothing but its items.
    Menu: {
      defaultProps: {
        shadow: 'md',
        withinPortal: true,
        withInitialFocusPlaceholder: false,
      } satisfies Partial<MenuProps>,
    },
    // Its own is part of the list that a Combobox opens, which few pages have.
    NativeSelect: {
      defaultProps: {
        rightSection: createElement(IconSelector, { size: 16, 'aria-hidden': true }),
      } satisfies Partial<NativeSelectProps>,
    },
    // A closed list has no width: centered under its field, it shows for a frame to the right of where it belongs.
    Combobox: { defaultProps: { position: 'bottom-start' } satisfies Partial<ComboboxProps> },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        withArrow: true,
        events: { hover: true, focus: true, touch: false },
      } satisfies Partial<TooltipProps>,
    },
  },
})

/** The key is the one that before-paint.js reads before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'knockwire.color-scheme' })

const hasControlHeight = (size: unknown) => size === undefined || size === 'sm' || size === 'xs'

import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { Menu } from '../../overlays/menu.tsx'

const schemes = [
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
] as const

/** Follows the system unless chosen otherwise; the choice is stored in this browser. */
export function ColorSchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const current = schemes.find((scheme) => scheme.value === colorScheme) ?? schemes[0]
  return (
    <Menu
      position="bottom-end"
      width={160}
      target={
        <ActionIcon aria-label={`Color scheme: ${current.label}`} title="Color scheme">
          <current.Icon size={18} aria-hidden />
        </ActionIcon>
      }
    >
      {({ Item }) =>
        schemes.map(({ value, label, Icon }) => (
          <Item
            key={value}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => setColorScheme(value)}
            {...(value === colorScheme ? { 'aria-current': true, fw: 600 } : {})}
          >
            {label}
          </Item>
        ))
      }
    </Menu>
  )
}

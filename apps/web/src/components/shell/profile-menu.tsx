import type { AccountView } from '@knockwire/domain/accounts/account'
import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconLogout, IconUser } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './shell.module.css'

/** Headed by the first name, and absent where there is none [SH-09, SH-12]. */
export function ProfileMenu({ user }: { user: AccountView['user'] | undefined }) {
  if (!user || user.firstName === '') return null
  return (
    <Menu position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.profile}>
          {user.firstName}
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.email}>{user.email}</Menu.Label>
        <Menu.Item component={Link} to="/dashboard/account" leftSection={<IconUser size={16} aria-hidden />}>
          Account
        </Menu.Item>
        <Menu.Item component={Link} to="/logout" leftSection={<IconLogout size={16} aria-hidden />}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

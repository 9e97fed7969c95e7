import type { AccountView } from '@knockwire/domain/accounts/account'
import { ActionIcon, Burger } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { Link } from 'react-router'
import { ColorSchemeMenu } from '../ui/color-scheme-menu.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import { NavDrawer } from './nav-drawer.tsx'
import { NavItem } from './nav-item.tsx'
import { navLinks } from './nav-links.ts'
import { ProfileMenu } from './profile-menu.tsx'
import classes from './shell.module.css'

interface TopBarProps {
  user: AccountView['user'] | undefined
  onListShortcuts: () => void
}

export function TopBar({ user, onListShortcuts }: TopBarProps) {
  const [isDrawerOpen, drawer] = useDisclosure(false)
  return (
    <header className={classes.bar}>
      <div className={classes.barInner}>
        <Burger
          className={classes.burger}
          opened={isDrawerOpen}
          onClick={drawer.toggle}
          size={20}
          aria-label="Menu"
          aria-expanded={isDrawerOpen}
        />
        <Link to="/dashboard/tasks" className={classes.home} aria-label="Knockwire, to the task list">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className={classes.nav}>
          {navLinks.map((item) => (
            <NavItem key={item.to} item={item} />
          ))}
        </nav>
        <div className={classes.tools}>
          <ActionIcon
            className={classes.keyboard}
            aria-label="Keyboard shortcuts"
            title="Keyboard shortcuts (?)"
            onClick={onListShortcuts}
          >
            <IconKeyboard size={18} aria-hidden />
          </ActionIcon>
          <ColorSchemeMenu />
          <ProfileMenu user={user} />
        </div>
      </div>
      <NavDrawer opened={isDrawerOpen} onClose={drawer.close} />
    </header>
  )
}

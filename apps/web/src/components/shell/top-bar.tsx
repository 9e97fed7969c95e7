import type { AccountView } from '@knockwire/domain/accounts/account'
import { ActionIcon, Burger, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { Menu } from '../overlays/menu.tsx'
import { ColorSchemeMenu } from '../ui/color-scheme-menu.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import { NavItem, navLinks } from './navigation.tsx'

import classes from './shell.module.css'
import { lazyPart } from '../../lib/lazy-part.ts'

/** For narrow screens alone. */
const NavDrawer = lazyPart(async () => (await import('./nav-drawer.tsx')).NavDrawer, {
  close: ({ onClose }) => onClose(),
})

const accountPath = '/dashboard/account'
const logoutPath = '/logout'

/** Headed by the first name [SH-09]. Where there is none, the menu is hidden [SH-12] and its links stand by themselves. */
function ProfileMenu({ user }: { user: AccountView['user'] | undefined }) {
  if (!user) return null
  if (user.firstName === '') return <ProfileLinks />
  return (
    <Menu
      position="bottom-end"
      width={220}
      target={
        <UnstyledButton className={classes.profile}>
          <span className={classes.firstName}>{user.firstName}</span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      }
    >
      {({ Item, Label }) => (
        <>
          <Label className={classes.email}>{user.email}</Label>
          <Item component={Link} to={accountPath} leftSection={<IconUser size={16} aria-hidden />}>
            Account
          </Item>
          <Item component={Link} to={logoutPath} leftSection={<IconLogout size={16} aria-hidden />}>
            Logout
          </Item>
        </>
      )}
    </Menu>
  )
}

function ProfileLinks() {
  return (
    <>
      <ActionIcon component={Link} to={accountPath} aria-label="Account" title="Account">
        <IconUser size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon component={Link} to={logoutPath} aria-label="Logout" title="Logout">
        <IconLogout size={18} aria-hidden />
      </ActionIcon>
    </>
  )
}

interface TopBarProps {
  user: AccountView['user'] | undefined
  onListShortcuts: () => void
}

export function TopBar({ user, onListShortcuts }: TopBarProps) {
  const [isDrawerOpen, drawer] = useDisclosure(false)
  const [wasDrawerOpened, setWasDrawerOpened] = useState(false)
  if (isDrawerOpen && !wasDrawerOpened) setWasDrawerOpened(true)
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
      {wasDrawerOpened && (
        <Suspense fallback={null}>
          <NavDrawer opened={isDrawerOpen} onClose={drawer.close} />
        </Suspense>
      )}
    </header>
  )
}

import type { AccountView } from '@knockwire/domain/accounts/account'
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconChevronDown,
  IconKeyboard,
  IconLogout,
  IconMenu2,
  IconSearch,
  IconDeviceDesktop,
  IconUser,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/navigation/paths.ts'
import { Menu } from '../overlays/menu.tsx'
import { ColorSchemeMenu } from '../ui/fields/color-scheme-menu.tsx'
import { Wordmark } from '../ui/layout/wordmark.tsx'
import { AccountItems } from './account-items.tsx'
import { NavItem, navLinks } from './navigation.tsx'

import classes from './shell.module.css'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'

/** For narrow screens alone. */
const NavDrawer = lazyPart(async () => (await import('./nav-drawer.tsx')).NavDrawer, {
  close: ({ onClose }) => onClose(),
})

const accountPath = paths.account
const logoutPath = '/logout'

interface ProfileProps {
  /** Whether the user runs this server. */
  isOperator: boolean
  onListShortcuts: () => void
}

/** Headed by the first name [SH-09]. Where there is none, the menu is hidden [SH-12] and its links stand by themselves. */
function ProfileMenu({ user, isOperator, onListShortcuts }: ProfileProps & { user: AccountView['user'] | undefined }) {
  if (!user) return null
  if (user.firstName === '') return <ProfileLinks onListShortcuts={onListShortcuts} />
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
          <AccountItems Item={Item} Label={Label} />
          <Item component={Link} to={accountPath} leftSection={<IconUser size={16} aria-hidden />}>
            Account
          </Item>
          {isOperator && (
            <Item component={Link} to={paths.operator} leftSection={<IconDeviceDesktop size={16} aria-hidden />}>
              Operator
            </Item>
          )}
          <Item
            leftSection={<IconKeyboard size={16} aria-hidden />}
            rightSection={<kbd aria-hidden>?</kbd>}
            onClick={onListShortcuts}
          >
            Keyboard shortcuts
          </Item>
          <Item component={Link} to={logoutPath} leftSection={<IconLogout size={16} aria-hidden />}>
            Logout
          </Item>
        </>
      )}
    </Menu>
  )
}

function ProfileLinks({ onListShortcuts }: Pick<ProfileProps, 'onListShortcuts'>) {
  return (
    <>
      <ActionIcon
        className={classes.keyboard}
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        onClick={onListShortcuts}
      >
        <IconKeyboard size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon component={Link} to={accountPath} aria-label="Account" title="Account">
        <IconUser size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon component={Link} to={logoutPath} aria-label="Logout" title="Logout">
        <IconLogout size={18} aria-hidden />
      </ActionIcon>
    </>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Looks like the field that it opens, and names the key that opens it as well. */
const PaletteButton = ({ onOpen }: { onOpen: () => void }) => (
  <UnstyledButton className={classes.find} aria-keyshortcuts="Control+K Meta+K" onClick={onOpen}>
    <IconSearch size={16} aria-hidden />
    <span className={classes.findText}>Search</span>
    <kbd aria-hidden>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
  </UnstyledButton>
)

interface TopBarProps extends ProfileProps {
  user: AccountView['user'] | undefined
  onOpenPalette: () => void
}

export function TopBar({ user, isOperator, onListShortcuts, onOpenPalette }: TopBarProps) {
  const [isDrawerOpen, drawer] = useDisclosure(false)
  const [wasDrawerOpened, setWasDrawerOpened] = useState(false)
  if (isDrawerOpen && !wasDrawerOpened) setWasDrawerOpened(true)
  return (
    <header className={classes.bar}>
      <div className={classes.barInner}>
        <ActionIcon className={classes.burger} onClick={drawer.toggle} aria-label="Menu" aria-expanded={isDrawerOpen}>
          <IconMenu2 size={22} aria-hidden />
        </ActionIcon>
        <Link to={paths.tasks} className={classes.home} aria-label="Knockwire, to the task list">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className={classes.nav}>
          {navLinks.map((item) => (
            <NavItem key={item.to} item={item} />
          ))}
        </nav>
        <div className={classes.tools}>
          <PaletteButton onOpen={onOpenPalette} />
          <ColorSchemeMenu />
          <ProfileMenu user={user} isOperator={isOperator} onListShortcuts={onListShortcuts} />
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

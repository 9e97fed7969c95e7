import '../../theme/mantine-later-styles.ts'
import { Drawer } from '@mantine/core'
import { useOpened } from '../overlays/use-opened.ts'
import { Wordmark } from '../ui/layout/wordmark.tsx'
import { NavItem, navLinks } from './navigation.tsx'
import classes from './shell.module.css'

interface NavDrawerProps {
  opened: boolean
  onClose: () => void
}

/** The top navigation where the screen is too narrow for it. */
export function NavDrawer({ opened, onClose }: NavDrawerProps) {
  return (
    <Drawer
      opened={useOpened(opened)}
      onClose={onClose}
      size={280}
      // Else its header counts as another banner of the page.
      attributes={{ header: { role: 'none' } }}
      title={<Wordmark />}
      closeButtonProps={{ 'aria-label': 'Close menu', size: 40, iconSize: 18 }}
    >
      <nav aria-label="Main" className={classes.drawerNav}>
        {navLinks.map((item) => (
          <NavItem key={item.to} item={item} onClick={onClose} />
        ))}
      </nav>
    </Drawer>
  )
}

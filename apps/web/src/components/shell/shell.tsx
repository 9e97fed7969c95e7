import type { AccountView } from '@knockwire/domain/accounts/account'
import { VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { paths } from '../../lib/navigation/paths.ts'
import { ConnectionBar } from './notices/connection-bar.tsx'
import classes from './shell.module.css'
import { TopBar } from './top-bar.tsx'
import { useShortcuts } from './shortcuts.ts'
import { hasLostFocus, keepFocusInPlace } from '../../lib/browser/focus.ts'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'

// What is loaded when it is first needed.
const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog, {
  close: ({ onClose }) => onClose(),
})
const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette, {
  opening: ({ openedAt }) => openedAt,
})

function Footer() {
  const [year] = useState(() => new Date().getFullYear())
  return (
    <footer className={classes.footer}>
      <div className={classes.footerInner}>
        <span>© {year} Knockwire</span>
        <Link to={paths.support} className={classes.footerLink}>
          Support
        </Link>
      </div>
    </footer>
  )
}

const mainId = 'main'

const none = () => {}

/** Its top bar, before there is anything else. */
export const ShellFrame = () => (
  <div className={classes.shell}>
    <TopBar user={undefined} isOperator={false} onListShortcuts={none} onOpenPalette={none} />
  </div>
)

interface ShellProps {
  user: AccountView['user'] | undefined
  isOperator: boolean
  /** Between the navigation and the page. */
  banner?: ReactNode
  /** Whether it is known if there is a banner: what stands below it is laid out, and is seen once it no longer moves. */
  isBannerKnown: boolean
  children: ReactNode
}

/** What stands around every dashboard page. */
export function Shell({ user, isOperator, banner, isBannerKnown, children }: ShellProps) {
  const [areShortcutsListed, shortcuts] = useDisclosure(false)
  const [wereShortcutsListed, setWereShortcutsListed] = useState(false)
  if (areShortcutsListed && !wereShortcutsListed) setWereShortcutsListed(true)
  const isNavigating = useNavigation().state !== 'idle'
  const [paletteOpenedAt, setPaletteOpenedAt] = useState<number | null>(null)
  const openPalette = useCallback(() => setPaletteOpenedAt(performance.now()), [])
  useShortcuts(shortcuts.open, openPalette)
  useFocusAfterNavigation()
  useEffect(keepFocusInPlace, [])
  return (
    <div className={classes.shell}>
      <a href={`#${mainId}`} className={classes.skip}>
        Skip to content
      </a>
      <PageAnnouncer />
      <div className={classes.progress} data-busy={isNavigating || undefined} aria-hidden />
      <TopBar user={user} isOperator={isOperator} onListShortcuts={shortcuts.open} onOpenPalette={openPalette} />
      <ConnectionBar />
      {banner}
      <main id={mainId} tabIndex={-1} className={classes.main} data-waiting={!isBannerKnown || undefined}>
        {children}
      </main>
      <Footer />
      {wereShortcutsListed && (
        <Suspense fallback={null}>
          <ShortcutsDialog opened={areShortcutsListed} onClose={shortcuts.close} />
        </Suspense>
      )}
      {paletteOpenedAt !== null && (
        <Suspense fallback={null}>
          <CommandPalette openedAt={paletteOpenedAt} />
        </Suspense>
      )}
    </div>
  )
}

/** Long enough for the page to have set its title. */
const announceMs = 400

/** Says which page was opened: nothing but its content changes, which a screen reader does not notice. */
function PageAnnouncer() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const timer = setTimeout(() => setTitle(document.title), announceMs)
    return () => clearTimeout(timer)
  }, [pathname])
  return <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>
}

/** When the focused element disappears with its page, the new page takes the focus. */
function useFocusAfterNavigation(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (hasLostFocus()) document.getElementById(mainId)?.focus({ preventScroll: true })
  }, [pathname])
}

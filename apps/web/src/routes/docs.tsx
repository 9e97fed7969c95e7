import { NotHereYet } from '../components/ui/not-here-yet.tsx'
import { PublicPage } from './public-page.tsx'

export function Component() {
  return (
    <PublicPage>
      <NotHereYet title="Docs">
        The documentation is served at this address once it is installed with the server.
      </NotHereYet>
    </PublicPage>
  )
}

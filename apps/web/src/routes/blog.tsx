import { NotHereYet } from '../components/ui/not-here-yet.tsx'
import { PublicPage } from './public-page.tsx'

export function Component() {
  return (
    <PublicPage>
      <NotHereYet title="Blog">News about the product will be here.</NotHereYet>
    </PublicPage>
  )
}

import { NotHereYet } from '../components/ui/not-here-yet.tsx'
import { PublicPage } from './public-page.tsx'

export function Component() {
  return (
    <PublicPage>
      <NotHereYet title="Mortgage Rates">Lender rates for your loan amount and purpose will be here.</NotHereYet>
    </PublicPage>
  )
}

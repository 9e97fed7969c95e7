import { NotHereYet } from '../components/ui/not-here-yet.tsx'

export function Component() {
  return <NotHereYet title="Mortgage Rates">Lender rates for your loan amount and purpose will be here.</NotHereYet>
}

import { NotHereYet } from '../components/ui/not-here-yet.tsx'

export function Component() {
  return <NotHereYet title="Account">Your plan, usage, payment method and sign-in details will be here.</NotHereYet>
}

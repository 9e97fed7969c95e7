import { NotHereYet } from '../components/ui/not-here-yet.tsx'

export function Component() {
  return <NotHereYet title="Forgot password">Resetting a password by mail will be here.</NotHereYet>
}

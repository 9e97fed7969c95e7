import { NotHereYet } from '../components/ui/not-here-yet.tsx'

export function Component() {
  return <NotHereYet title="Docs">The documentation is served at this address once it is installed with the server.</NotHereYet>
}

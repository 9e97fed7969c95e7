import { NotHereYet } from '../components/ui/not-here-yet.tsx'

export function Component() {
  return <NotHereYet title="Blog">News about the product will be here.</NotHereYet>
}

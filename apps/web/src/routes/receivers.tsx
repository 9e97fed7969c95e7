import { NotHereYet } from '../components/ui/not-here-yet.tsx'

export function Component() {
  return (
    <NotHereYet title="Receivers">
      Receivers will give you URLs that accept webhooks, answer as you set, and record every request.
    </NotHereYet>
  )
}

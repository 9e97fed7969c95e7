import { Described } from './described.tsx'
import { ManagedNotice } from './managed-notice.tsx'
import type { Defined } from './definition-notes.tsx'

/** What a task or receiver says of itself, and which file manages it. */
export const About = ({ description, labels, managedBy }: Defined) => (
  <>
    <Described description={description} labels={labels} />
    <ManagedNotice managedBy={managedBy} />
  </>
)

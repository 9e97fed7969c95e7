import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { DeletedOwner } from '../../../components/owners/deleted-owner.tsx'
import type { Editor } from '../../../lib/editing/use-editor.ts'
import { receiverKind } from '../receiver-queries.ts'
import type { ReceiverSections } from '../settings/receiver-form.ts'

export const DeletedElsewhere = ({ editor }: { editor: Editor<ReceiverSections, ReceiverView> }) => (
  <DeletedOwner
    owner={receiverKind}
    title="This receiver was deleted elsewhere"
    action="Create a new receiver"
    saveAs={editor.saveAs}
  >
    Its URL, history and notifications were deleted with it. What you typed is still here, and can become a new receiver
    with its own URL.
  </DeletedOwner>
)

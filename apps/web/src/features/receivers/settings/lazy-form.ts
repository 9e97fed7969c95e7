import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { lazyCode } from '../../../lib/navigation/lazy-code.ts'
import type { BeginEditing } from '../../../lib/editing/use-editor.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { receiverKind } from '../receiver-queries.ts'
import type { ReceiverSections } from './receiver-form.ts'

const load = () => import('./form-parts.ts')

export const ReceiverFields = lazyPart(async () => (await load()).ReceiverFields)

export const receiverSections = ['settings'] as const

/** What edits a receiver, with its fields. Once it is loaded, the settings change to their fields as Edit is pressed. */
export const receiverForm = lazyCode<BeginEditing<ReceiverSections, ReceiverView>>(async () => {
  await ReceiverFields.preload()
  const { createSectionEditing, editedReceiver } = await load()
  return (page) =>
    createSectionEditing({ ...page, owner: receiverKind, sections: receiverSections, form: editedReceiver })
})

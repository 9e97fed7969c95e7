import { CardField, useCardElement, useCardSubmit } from './card-field.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { useAddCard } from './queries.ts'

interface AddCardDialogProps {
  publicKey: string
  onClose: () => void
}

export function AddCardDialog({ publicKey, onClose }: AddCardDialogProps) {
  const card = useCardElement(publicKey)
  const addCard = useAddCard()
  const submit = useCardSubmit(async () => {
    await addCard.mutateAsync(await card.tokenize())
    onClose()
  })
  return (
    <DialogFrame
      title="Add payment method"
      submitLabel="Add"
      busyLabel="Adding"
      isBusy={submit.isBusy}
      isReady={card.state === 'ready'}
      error={submit.error}
      onSubmit={submit.run}
      onClose={onClose}
    >
      <CardField card={card} />
    </DialogFrame>
  )
}

import { reloadWithTypedText } from '../editing/typed-text.ts'

interface PartMessageProps {
  /** Closes it, where it stands over the page in the place of a dialog. */
  onClose?: (() => void) | undefined
}

/** In the place of a part whose code could not be loaded. What is around it stays, with what is typed there. */
export const PartNotLoaded = ({ onClose }: PartMessageProps) => (
  <div role="alert" className="kw-not-loaded" data-over={onClose !== undefined || undefined}>
    <span>This part could not be loaded. Reload the page: what you typed is kept.</span>
    <button type="button" className="kw-undo-button" onClick={reloadWithTypedText}>
      Reload the page
    </button>
    {onClose && <CloseButton onClose={onClose} />}
  </div>
)

/** In the place of a part whose code is loaded once the server can be reached: until then a reload would only lose the page. */
export const PartAwaited = ({ onClose }: PartMessageProps) => (
  <div role="status" className="kw-not-loaded" data-over={onClose !== undefined || undefined}>
    <span>The server can’t be reached. This part opens once it can.</span>
    {onClose && <CloseButton onClose={onClose} />}
  </div>
)

const CloseButton = ({ onClose }: Required<PartMessageProps>) => (
  <button type="button" className="kw-undo-button" onClick={onClose}>
    Close
  </button>
)

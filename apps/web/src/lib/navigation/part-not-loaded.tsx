import { reloadWithTypedText } from '../editing/typed-text.ts'

interface PartNotLoadedProps {
  /** Closes it, where it stands over the page in the place of a dialog. */
  onClose?: (() => void) | undefined
}

/** In the place of a part whose code could not be loaded. What is around it stays, with what is typed there. */
export const PartNotLoaded = ({ onClose }: PartNotLoadedProps) => (
  <div role="alert" className="kw-not-loaded" data-over={onClose !== undefined || undefined}>
    <span>This part could not be loaded. Reload the page: what you typed is kept.</span>
    <button type="button" className="kw-undo-button" onClick={reloadWithTypedText}>
      Reload the page
    </button>
    {onClose && (
      <button type="button" className="kw-undo-button" onClick={onClose}>
        Close
      </button>
    )}
  </div>
)

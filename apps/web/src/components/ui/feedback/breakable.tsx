import { Fragment } from 'react'

/** Where a URL or an address may go on in a new line, rather than within a word. */
const breaks = /(?<=[/&=,_-])|(?=[.@?])/

/** A text without spaces, such as a URL or an address, which wraps at its punctuation; it is copied as it is. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(breaks).map((part, at) => (
    // The parts of a text have no other key than their place.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

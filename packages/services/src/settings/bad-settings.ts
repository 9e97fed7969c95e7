/** A setting that is missing or bad; the message names it. */
export class BadSettings extends Error {
  override readonly name = 'BadSettings'
}

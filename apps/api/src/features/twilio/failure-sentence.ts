/** https://www.twilio.com/docs/api/errors, those that a text can end with after it was taken. */
const sentences: Record<string, string> = {
  '21610': 'The owner of this number has opted out of our texts by answering STOP.',
  '30001': 'Twilio’s queue was full.',
  '30002': 'This server’s Twilio account is suspended.',
  '30003': 'The phone cannot be reached: it may be switched off or out of reach.',
  '30004': 'The phone or its network blocks our texts.',
  '30005': 'This number is not in use.',
  '30006': 'This number is a landline, or its network takes no texts.',
  '30007': 'The network took the text for spam and dropped it.',
  '30034': 'The network drops texts of numbers that are not registered with it, as this server’s is not.',
}

/** Why a text did not arrive, by Twilio's code for it. */
export const failureSentence = (code: string | undefined): string => {
  const known = code !== undefined && Object.hasOwn(sentences, code) ? sentences[code] : undefined
  if (known !== undefined) return known
  return /^\d{1,6}$/.test(code ?? '') ? `The text did not arrive (Twilio error ${code}).` : 'The text did not arrive.'
}

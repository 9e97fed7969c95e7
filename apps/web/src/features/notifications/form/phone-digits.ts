/** `+16045550199` as it is written there, for the box behind the fixed +1; anything else stays as it is. */
export function withoutCountryCode(phoneNumber: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phoneNumber) ?? []
  return area === undefined ? phoneNumber : `(${area}) ${exchange}-${line}`
}

/** Characters of a text message; Twilio refuses longer ones, so the rest is cut. */
export const longestText = 1600

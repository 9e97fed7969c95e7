/** An edited body is at most this long, in characters. */
export const editedBodyLength = 262_144

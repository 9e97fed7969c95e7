import zlib from 'node:zlib'

/** The end of the encoded bytes is then the end of the content, whatever is missing of it. It is an error otherwise. */
export const mayEndEarly = { finishFlush: zlib.constants.Z_SYNC_FLUSH }

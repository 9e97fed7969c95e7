import type { components } from './generated/schema.ts'

export type Rejection = components['schemas']['Error']
export type Problem = components['schemas']['Problem']

/** A call that the API rejected. `message` is for people and says what to do about it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** What programs tell rejections apart by; null where what answered is not the API, such as a proxy before it. */
  readonly code: Rejection['code'] | null
  readonly problems: readonly Problem[]
  /** After how many seconds the call may be made again; null where the server names no time. */
  readonly retryAfterSeconds: number | null
  /** The whole rejection, such as what is stored now of an object that was changed meanwhile; null where it is none. */
  readonly rejection: Rejection | null
  /** What came as JSON, whatever it is, such as a plan with problems; undefined where it was none. */
  readonly body: unknown

  constructor(
    status: number,
    rejection: Rejection | null,
    retryAfterSeconds: number | null,
    body: unknown = rejection,
  ) {
    super(rejection?.message ?? `The server answered ${status}.`)
    this.status = status
    this.code = rejection?.code ?? null
    this.problems = rejection?.problems ?? []
    this.retryAfterSeconds = retryAfterSeconds
    this.rejection = rejection
    this.body = body
  }
}

const isRejection = (value: unknown): value is Rejection =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value

/** Reads why a call was rejected; anything but a rejection of the API comes without a code. */
export const readRejection = async (response: Response): Promise<ApiError> => {
  const text = await response.text()
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : null
  try {
    const value: unknown = JSON.parse(text)
    return new ApiError(response.status, isRejection(value) ? value : null, retryAfterSeconds, value)
  } catch {
    return new ApiError(response.status, null, retryAfterSeconds, undefined)
  }
}

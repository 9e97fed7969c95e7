import { useRef, useState } from 'react'

interface CallOptions<Input, Result> {
  call: (input: Input) => Promise<Result>
  /** The call counts as in flight until what this returns is done. */
  onSuccess?: ((result: Result, input: Input) => unknown) | undefined
  onError?: (error: unknown) => void
}

type CallState<Result> =
  | { status: 'idle' | 'pending'; data?: undefined; error?: undefined }
  | { status: 'success'; data: Result; error?: undefined }
  | { status: 'error'; data?: undefined; error: unknown }

/**
 * A call that a form or a button makes, one at a time, and what has become of it. The pages of visitors have it in place of
 * the query library's mutations, since they load no such library.
 */
export function useCall<Result, Input = void>({ call, onSuccess, onError }: CallOptions<Input, Result>) {
  const [state, setState] = useState<CallState<Result>>({ status: 'idle' })
  const isInFlight = useRef(false)

  const run = async (input: Input): Promise<void> => {
    if (isInFlight.current) return
    isInFlight.current = true
    setState({ status: 'pending' })
    try {
      const data = await call(input)
      await onSuccess?.(data, input)
      setState({ status: 'success', data })
    } catch (error) {
      setState({ status: 'error', error })
      onError?.(error)
    } finally {
      isInFlight.current = false
    }
  }

  return {
    start: (input: Input): void => void run(input),
    /** Whether a call is in flight: what is shown may be a moment older. */
    isInFlight: (): boolean => isInFlight.current,
    isPending: state.status === 'pending',
    isSuccess: state.status === 'success',
    isError: state.status === 'error',
    data: state.data,
    error: state.error,
  }
}

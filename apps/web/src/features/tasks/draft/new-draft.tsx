import { Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/navigation/paths.ts'
import { useAccount } from '../../../lib/session/account.ts'
import { countTasks, taskKind } from '../task-queries.ts'
import { DetailFailure, DetailSkeleton } from '../../../components/layouts/detail-states.tsx'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'

const AtLimit = lazyPart(async () => (await import('./at-limit.tsx')).AtLimit)

/** The draft that was made; null where the account has as many tasks as its plan allows. */
async function begin(maxTaskNumber: number): Promise<string | null> {
  if ((await countTasks()) >= maxTaskNumber) return null
  return (await taskKind.createDraft()).id
}

/** Asks for an empty draft, and goes on at its address [SH-22]; at the plan's limit it says so [TL-19]. */
export function NewDraft() {
  const navigate = useNavigate()
  const account = useAccount()
  const maxTaskNumber = account.data?.maxTaskNumber ?? (account.isError ? Infinity : undefined)
  const isRequested = useRef(false)
  const isShown = useRef(false)
  const [isAtLimit, setIsAtLimit] = useState(false)
  const [error, setError] = useState<unknown>(null)

  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  useEffect(() => {
    // Effects run twice while developing; the draft is created once.
    if (maxTaskNumber === undefined || isRequested.current || error !== null) return
    isRequested.current = true
    const goOn = async (id: string | null) => {
      if (id === null) return setIsAtLimit(true)
      if (isShown.current) return navigate(paths.draft(id), { replace: true })
      // The page was left meanwhile: nobody touched the draft.
      return taskKind.remove(id, { untouched: true }).catch(() => {})
    }
    begin(maxTaskNumber).then(goOn, setError)
  }, [navigate, error, maxTaskNumber])

  const retry = () => {
    isRequested.current = false
    setError(null)
  }

  if (isAtLimit) {
    return (
      <Suspense fallback={<DetailSkeleton owner={taskKind} title="Create task" label="Preparing a new task..." />}>
        <AtLimit maxTaskNumber={maxTaskNumber} />
      </Suspense>
    )
  }
  return error === null ? (
    <DetailSkeleton owner={taskKind} title="Create task" label="Preparing a new task..." />
  ) : (
    <DetailFailure owner={taskKind} title="Create task" error={error} onRetry={retry} />
  )
}

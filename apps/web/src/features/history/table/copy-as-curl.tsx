import { Button } from '@mantine/core'
import { IconTerminal2 } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ApiError, messageOf } from '../../../lib/api/api-error.ts'
import { copyText } from '../../../lib/browser/copy-text.ts'
import { loadOnline } from '../../../lib/navigation/load-online.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'

const loadWriter = () => loadOnline(() => import('@knockwire/domain/requests/curl/curl-of'))

type CurlSource = Parameters<Awaited<ReturnType<typeof loadWriter>>['curlOf']>[0]

const notCopied = 'This browser didn’t allow copying. Allow this site to use the clipboard, or try again.'

interface CopyAsCurlProps {
  /** The request; its secret values may have to be fetched. */
  source: () => CurlSource | Promise<CurlSource>
  /** What of secret values is in the command: "Copied as cURL, with secret values". */
  copied: string
}

/** Copies a request as a command that sends it again. */
export function CopyAsCurl({ source, copied }: CopyAsCurlProps) {
  const { isPending, mutate } = useMutation({
    mutationFn: async () => {
      const found = Promise.all([loadWriter(), source()])
      await copyText(found.then(([{ curlOf }, request]) => curlOf(request)))
      const [{ leftOutOfCurl }, request] = await found
      return leftOutOfCurl(request)
    },
    onSuccess: (leftOut) =>
      leftOut.length === 0 ? snackbar.info(copied) : snackbar.warning(`${copied}. Left out: ${leftOut.join(', ')}.`),
    onError: (error) => snackbar.error(error instanceof ApiError ? messageOf(error) : notCopied),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconTerminal2 size={16} aria-hidden />}
      loading={isPending}
      onPointerEnter={() => void loadWriter().catch(() => {})}
      onClick={() => mutate()}
    >
      Copy as cURL
    </Button>
  )
}

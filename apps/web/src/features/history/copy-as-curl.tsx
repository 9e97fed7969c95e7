import { Button } from '@mantine/core'
import { IconTerminal2 } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { snackbar } from '../../lib/snackbar.ts'

interface CopyAsCurlProps {
  /** Writes the command; secret values may have to be fetched for it. */
  command: () => string | Promise<string>
  /** What of secret values is in it: "Copied as cURL, with secret values". */
  copied: string
}

/** Copies a request as a command that sends it again. */
export function CopyAsCurl({ command, copied }: CopyAsCurlProps) {
  const { isPending, mutate } = useMutation({
    mutationFn: async () => navigator.clipboard.writeText(await command()),
    onSuccess: () => snackbar.info(copied),
    onError: (error) =>
      snackbar.error(error instanceof ApiError ? messageOf(error) : 'This browser does not let pages copy here.'),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconTerminal2 size={16} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      Copy as cURL
    </Button>
  )
}

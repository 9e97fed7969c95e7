import type { BodyPart } from '@knockwire/domain/bodies/multipart'
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { exactNumber } from '../../lib/format/format.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { Tooltip } from '../overlays/tooltip.tsx'
import { bytes as bytesText } from '../../lib/format/format.ts'
import { ExactText } from './text/exact-text.tsx'
import { hasReadableSize, pictureSizeOf } from './reading/picture-size.ts'
import { Table } from '../ui/layout/table.tsx'
import fieldClasses from './headers-table.module.css'
import classes from './inspect.module.css'
import { type ReadBody, readBytes } from './reading/read-body.ts'
import { saveAsFile } from './save-as-file.ts'

/** Longer values are cut in tables. */
const longValue = 1_000

/** The sender's own name for it may make a file that runs when it is opened (`invoice.pdf.desktop`): it is shown, not used. */
const savedName = (index: number) => `part-${index + 1}.bin`

const short = (text: string) => (text.length > longValue ? `${text.slice(0, longValue)}…` : text)

interface FormTableProps {
  label: string
  fields: readonly (readonly [name: string, value: string])[]
  /** Of all fields. */
  count: number
}

/** A form's fields in their order; a name may stand several times. */
export function FormTable({ label, fields, count }: FormTableProps) {
  return (
    <div className={classes.table} tabIndex={0} role="group" aria-label={`${label}: its fields`}>
      <Table aria-label={`${label} as a form`}>
        <tbody>
          {fields.map(([name, value], index) => (
            <tr key={index}>
              <th scope="row" className={fieldClasses.headerName}>
                <ExactText text={short(name)} />
              </th>
              <td className={fieldClasses.headerValue}>
                <ExactText text={short(value)} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {count > fields.length && (
        <p className={classes.note}>
          Showing the first {exactNumber(fields.length)} of {exactNumber(count)} fields. See Raw for all of them.
        </p>
      )}
    </div>
  )
}

interface PartsTableProps {
  label: string
  parts: readonly BodyPart[]
  renderPart: (label: string, body: ReadBody, part: BodyPart) => ReactNode
}

/** The parts of a multipart body, each of which opens as its own body. */
export function PartsTable({ label, parts, renderPart }: PartsTableProps) {
  const [open, setOpen] = useState<number | null>(null)
  const part = open === null ? undefined : parts[open]
  return (
    <>
      <div className={classes.table} tabIndex={0} role="group" aria-label={`${label}: its parts`}>
        <Table aria-label={`${label} in parts`}>
          <thead>
            <tr>
              <th>Name</th>
              <th>File</th>
              <th>Type</th>
              <th>Size</th>
              <th aria-label="Save" />
            </tr>
          </thead>
          <tbody>
            {parts.map((one, index) => (
              <tr key={index}>
                <td>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-expanded={open === index}
                    onClick={() => setOpen(open === index ? null : index)}
                  >
                    {one.name ? <ExactText text={one.name.slice(0, 100)} /> : `Part ${index + 1}`}
                  </Button>
                </td>
                <td className={classes.breaks}>
                  {one.fileName === null ? '–' : <ExactText text={one.fileName.slice(0, 200)} />}
                </td>
                <td className={classes.breaks}>
                  <ExactText text={one.contentType.slice(0, 100)} />
                </td>
                <td>{bytesText(one.bytes.length)}</td>
                <td>
                  <Tooltip label="Save">
                    <ActionIcon
                      aria-label={`Save ${one.fileName ?? one.name ?? `part ${index + 1}`}`}
                      onClick={() => saveAsFile(one.bytes, savedName(index))}
                    >
                      <IconDownload size={16} aria-hidden />
                    </ActionIcon>
                  </Tooltip>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {part && <PartView key={open} label={`${label}, part ${(open ?? 0) + 1}`} part={part} renderPart={renderPart} />}
    </>
  )
}

function PartView({ label, part, renderPart }: Pick<PartsTableProps, 'label' | 'renderPart'> & { part: BodyPart }) {
  const [body, setBody] = useState<ReadBody | null>(null)
  useEffect(() => {
    let isStale = false
    // A multipart body within a part would be another, and so on: it is shown as text.
    const contentType = /^\s*multipart\//i.test(part.contentType) ? 'text/plain' : part.contentType
    const read = async () => {
      const found = await readBytes(part.bytes, { contentType, contentEncoding: '', isCut: false })
      if (!isStale) setBody(found)
    }
    void read()
    return () => {
      isStale = true
    }
  }, [part])
  return body && renderPart(label, body, part)
}

/** Larger pictures, in pixels, are not drawn: a few kilobytes can unfold to gigabytes. */
const mostPixels = 50_000_000

interface PictureProps {
  label: string
  bytes: Uint8Array<ArrayBuffer>
  mediaType: string
}

/** A picture by a data URL: the page's policy allows those for pictures, and nothing in them runs. */
export function Picture({ label, bytes, mediaType }: PictureProps) {
  const [url, setUrl] = useState<string>()
  const size = pictureSizeOf(bytes, mediaType)
  const hidesSize = size === null && hasReadableSize(mediaType)
  const [state, setState] = useState<'shown' | 'broken'>(hidesSize ? 'broken' : 'shown')
  const isTooLarge = size !== null && size.width * size.height > mostPixels
  useEffect(() => {
    if (isTooLarge || hidesSize) return
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') setUrl(reader.result)
    })
    reader.readAsDataURL(new Blob([bytes], { type: mediaType }))
    return () => reader.abort()
  }, [bytes, mediaType, isTooLarge, hidesSize])
  return (
    <div className={classes.picture}>
      {url !== undefined && state === 'shown' && <img src={url} alt={label} onError={() => setState('broken')} />}
      <Text size="xs" c="dimmed">
        {mediaType}
        {size && `, ${size.width} × ${size.height}`}
        {isTooLarge && '. It is too large to show. Download it instead.'}
        {state === 'broken' && '. It is damaged or incomplete and cannot be shown. See its bytes.'}
      </Text>
    </div>
  )
}

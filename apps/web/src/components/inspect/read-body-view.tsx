import '../../theme/mantine-later-styles.ts'
import type { BodyPart } from '@knockwire/domain/bodies/multipart'
import { SegmentedControl, Text } from '@mantine/core'
import { IconArrowsVertical, IconDownload, IconFold, IconSearch, IconTextWrap } from '@tabler/icons-react'
import { useContext, useDeferredValue, useMemo, useState } from 'react'
import { bytes as bytesText } from '../../lib/format/format.ts'
import { CopyButton } from '../ui/fields/copy-button.tsx'
import { ActiveNode } from './outline/active-node.tsx'
import { HexLines, TextLines } from './text/body-lines.tsx'
import { FormTable, PartsTable, Picture } from './body-parts.tsx'
import { BodyTree } from './outline/body-tree.tsx'
import type { BodyViewProps } from './body-view.tsx'
import type { Folding } from './reading/folding.ts'
import classes from './inspect.module.css'
import { decodedLimit, type ReadBody } from './reading/read-body.ts'
import { formatInBackground } from './reading/read-in-background.ts'
import { patternOf } from './text/exact-text.tsx'
import { saveAsFile } from './save-as-file.ts'
import { SearchBar, useSearch } from './text/search-bar.tsx'
import { SearchedTextContext } from './text/searched-text.ts'
import { Tool } from './outline/tool.tsx'
import { useBackground } from './reading/use-background.ts'

/** Levels that are open at first (TH-30), in trees of every kind: what is on the fourth is seen, and folded. */
const openLevels = 3

export interface ReadBodyViewProps extends Omit<BodyViewProps, 'body'> {
  body: ReadBody
  /** The size of all of it. */
  bytes: number
  isTruncated?: boolean
}

/** A body that is decoded stands beside its bytes. */
export function ReadBodyView({ body, ...props }: ReadBodyViewProps) {
  const [isRaw, setRaw] = useState(false)
  if (body.kind !== 'compressed' || body.decoded === null) return <View {...props} body={body} />
  return (
    <div>
      <SegmentedControl
        size="xs"
        mb={4}
        aria-label={`${props.label}: decoded or as received`}
        value={isRaw ? 'raw' : 'decoded'}
        onChange={(value) => setRaw(value === 'raw')}
        data={[
          { value: 'decoded', label: 'Decoded' },
          { value: 'raw', label: 'As received' },
        ]}
      />
      {isRaw ? (
        <View {...props} key="raw" body={{ kind: 'binary', bytes: body.bytes }} what="Compressed" />
      ) : (
        <>
          {body.isDecodedCut && (
            <Text size="xs" c="dimmed">
              Decoded as far as possible, at most {bytesText(decodedLimit)}.
            </Text>
          )}
          <View {...props} key="decoded" body={body.decoded} bytes={sizeOf(body.decoded)} isTruncated={false} />
        </>
      )}
    </div>
  )
}

const sizeOf = (body: ReadBody): number => ('text' in body ? new Blob([body.text]).size : body.bytes.length)

type ViewName = 'tree' | 'table' | 'picture' | 'formatted' | 'text' | 'bytes'

const viewsOf = (body: ReadBody): { value: ViewName; label: string }[] => {
  const view = (value: ViewName, label: string) => ({ value, label })
  if (body.kind === 'json' || body.kind === 'xml')
    return [view('tree', 'Tree'), view('formatted', 'Formatted'), view('text', 'Raw')]
  if (body.kind === 'html') return [view('tree', 'Tree'), view('text', 'Source')]
  if (body.kind === 'form') return [view('table', 'Fields'), view('text', 'Raw')]
  if (body.kind === 'parts') return [view('table', 'Parts'), view('bytes', 'Bytes')]
  if (body.kind === 'image') return [view('picture', 'Picture'), view('bytes', 'Bytes')]
  return [body.kind === 'text' ? view('text', 'Raw') : view('bytes', 'Bytes')]
}

const fileNames: Partial<Record<ReadBody['kind'], string>> = {
  json: 'body.json',
  html: 'body.html',
  xml: 'body.xml',
  text: 'body.txt',
  form: 'body.txt',
}

/** What is shorter than what is kept was not cut by Knockwire. */
const cutText = (bytes: number, storedSize: string): string =>
  storedSize === keptSize && bytes < decodedLimit
    ? 'incomplete: the rest did not arrive'
    : `truncated: only the first ${storedSize} is stored`

const keptSize = '1 MiB'

interface ViewProps extends ReadBodyViewProps {
  /** What bytes are of, if not just "Binary". */
  what?: string
}

function View({ body, label, bytes, isTruncated = false, storedSize = keptSize, what = 'Binary' }: ViewProps) {
  const views = viewsOf(body)
  const [chosen, setChosen] = useState<ViewName | null>(null)
  const view = chosen ?? views[0]?.value ?? 'text'
  const [isWrapped, setWrapped] = useState(true)
  const tree = useTree()
  const format = useMemo(
    () => (view === 'formatted' ? (signal: AbortSignal) => formatInBackground(body, signal) : null),
    [view, body],
  )
  const formatted = useBackground(format, null)
  const source = 'text' in body ? body.text : null
  const searched = useContext(SearchedTextContext)
  const [isFound] = useState(() => source !== null && contains(source, searched))
  const [isSearching, setSearching] = useState(isFound)
  const text = view === 'formatted' ? formatted : source
  const search = useSearch(isSearching ? (text ?? '') : '', isFound ? searched : '')
  const isText = view === 'tree' || view === 'text' || view === 'formatted'
  const isNamed = source !== null || body.kind === 'parts' || body.kind === 'image'
  const name = label.toLowerCase()
  // The body is painted first, and what can be done with it right after that.
  const areToolsShown = useDeferredValue(true, false)
  return (
    <div className={classes.viewer}>
      <div className={classes.bar}>
        <Text size="xs" c="dimmed" className={classes.size ?? ''}>
          {!isNamed && `${what}, `}
          {bytesText(bytes)}
          {isTruncated && ` · ${cutText(bytes, storedSize)}`}
        </Text>
        {areToolsShown && views.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={`${label}: how to show it`}
            value={view}
            onChange={(value) => setChosen(views.find((one) => one.value === value)?.value ?? null)}
            data={views}
          />
        )}
        {areToolsShown && (
          <div className={classes.tools}>
            {view === 'tree' && (
              <>
                <Tool label="Fold all" icon={IconFold} onClick={() => tree.foldAll(1)} />
                <Tool label="Unfold all" icon={IconArrowsVertical} onClick={() => tree.foldAll(Infinity)} />
              </>
            )}
            {isText && (
              <>
                <Tool
                  label={`Search in ${name}`}
                  icon={IconSearch}
                  isPressed={isSearching}
                  onClick={() => setSearching(!isSearching)}
                />
                <Tool
                  label="Wrap lines"
                  icon={IconTextWrap}
                  isPressed={isWrapped}
                  onClick={() => setWrapped(!isWrapped)}
                />
              </>
            )}
            {source !== null && <CopyButton value={text ?? source} label={`Copy ${name}`} />}
            <Tool
              label={`Download ${name}`}
              icon={IconDownload}
              onClick={() => saveAsFile('text' in body ? body.text : body.bytes, fileNames[body.kind] ?? 'body.bin')}
            />
          </div>
        )}
      </div>
      {isSearching && isText && <SearchBar label={label} search={search} />}
      <Content label={label} body={body} view={view} tree={tree} text={text} search={search} isWrapped={isWrapped} />
    </div>
  )
}

const contains = (text: string, searched: string): boolean =>
  searched !== '' && new RegExp(patternOf(searched), 'iu').test(text)

interface ContentProps {
  label: string
  body: ReadBody
  view: ViewName
  tree: ReturnType<typeof useTree>
  /** As written or formatted; null where it cannot be formatted, undefined until it is. */
  text: string | null | undefined
  search: ReturnType<typeof useSearch>
  isWrapped: boolean
}

function Content({ label, body, view, tree, text, search: { query, hit }, isWrapped }: ContentProps) {
  if (view === 'table' && body.kind === 'form')
    return <FormTable label={label} fields={body.fields} count={body.count} />
  if (view === 'table' && body.kind === 'parts') return <Parts label={label} parts={body.parts} />
  if (view === 'picture' && body.kind === 'image') return <Picture label={label} {...body} />
  if (view === 'bytes' && 'bytes' in body) return <HexLines label={`${label} as bytes`} bytes={body.bytes} />
  if (view === 'tree' && 'outline' in body) {
    const shared = { text: body.text, outline: body.outline }
    return (
      <div>
        <BodyTree {...tree} {...shared} label={`${label} as a tree`} isWrapped={isWrapped} query={query} hit={hit} />
        <ActiveNode
          {...shared}
          label={label}
          node={tree.active}
          kind={body.kind}
          isShown={tree.isAllShown}
          onClose={tree.onHideAll}
        />
      </div>
    )
  }
  if (text === undefined) return null
  if (text === null) {
    return (
      <Text size="sm" c="dimmed">
        Indentation would make this body many times larger. See Tree or Raw.
      </Text>
    )
  }
  return <TextLines label={`${label} as text`} text={text} isWrapped={isWrapped} query={query} hit={hit} />
}

const Parts = ({ label, parts }: { label: string; parts: readonly BodyPart[] }) => (
  <PartsTable
    label={label}
    parts={parts}
    renderPart={(partLabel, body, { contentType, bytes }) => (
      <ReadBodyView label={partLabel} body={body} contentType={contentType} bytes={bytes.length} />
    )}
  />
)

/** What is folded, and which node is at hand. It stays while the page around the body is drawn again. */
function useTree() {
  const [folding, setFolding] = useState<Folding>({ openDepth: openLevels, toggled: new Set() })
  const [active, setActive] = useState(0)
  const [isAllShown, setAllShown] = useState(false)
  return {
    folding,
    onFold: setFolding,
    active,
    onActivate: (node: number) => {
      if (node !== active) setAllShown(false)
      setActive(node)
    },
    isAllShown,
    onShowAll: () => setAllShown(true),
    onHideAll: () => setAllShown(false),
    foldAll: (openDepth: number) => {
      setFolding({ openDepth, toggled: new Set() })
      setActive(0)
    },
  }
}

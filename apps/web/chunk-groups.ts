import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { pageModules } from './page-modules.ts'

const domain = join(import.meta.dirname, '../../packages/domain/src')

/** The domain's modules that have schemas: they bring the schema library, which no page loads before it is shown. */
const schemaModules: ReadonlySet<string> = new Set(
  globSync('**/*.ts', { cwd: domain, exclude: ['**/*.test.ts'] })
    .map((file) => join(domain, file))
    .filter((file) => /^import \{ z \} from 'zod'/m.test(readFileSync(file, 'utf8'))),
)

/** Modules by the ends of their paths, without the extension; a path may be a pattern. */
const modules = (...paths: string[]) =>
  new RegExp(`[\\\\/](?:${paths.join('|').replaceAll('/', '[\\\\/]')})\\.(?:m?js|tsx?)$`)

/** Of what Mantine's components share: for menus, dialogs and large fields, which are loaded as they are opened. */
const forOverlays = 'create-|find-element|get-(?:context|single|ref-prop)|close-on|is-element'

const mantine = (...names: string[]) =>
  `@mantine/core/esm/(?:core/(?!utils/(?:${forOverlays}))|components/(?:${names.join('|')})/).+`

const laterSheets = [
  ...readFileSync(join(import.meta.dirname, 'src/theme/mantine-later-styles.ts'), 'utf8').matchAll(
    /styles\/(\w+)\.css'/g,
  ),
].map(([, name]) => name)

/**
 * The styles of what is shown later are one file, in which Mantine's stand before those that change them: were they several, they would
 * stand in the order in which they happen to be loaded.
 */
const laterStyles = {
  name: 'later-styles',
  test: new RegExp(
    [
      String.raw`theme[\\/](?:mantine-later-styles|overlays)\.`,
      String.raw`@mantine[\\/]core[\\/]styles[\\/](?:${laterSheets.join('|')})\.css$`,
      String.raw`@mantine[\\/](?:notifications|spotlight)[\\/]styles\.css$`,
      String.raw`[\\/](?:charts|condition-editor|expectation|heartbeat-history|template-editor|history[\\/]chart|notifications[\\/](?:channels|dialog|row|rule))[\\/].*\.css$`,
      String.raw`[\\/](?:conflict-dialog|inspect|notifications-box|replay)\.module\.css$`,
    ].join('|'),
  ),
}

/** Which of the shared files has which other styles: each becomes a stylesheet beside its script. */
const styles: Partial<Record<string, RegExp>> = {
  mantine: /[\\/](?:theme|auth|fonts|@mantine)[\\/].*\.css$|(?:empty-state|panel|public-page)\.module\.css$/,
  lists: /(?:components|tasks|receivers)[\\/]list[\\/].*\.css$/,
  history: /features[\\/]history[\\/](?!executions[\\/]execution-history-states).*\.css$/,
  account: /features[\\/](?:account|billing)[\\/].*\.css$/,
  operator: /features[\\/]operator[\\/].*\.css$/,
  'overview-page': /features[\\/]overview[\\/].*\.css$/,
  dashboard:
    /^(?!.*[\\/]features[\\/](?:account|billing|rates|history|operator|overview)[\\/])(?!.*[\\/]list[\\/]).*\.css$|execution-history-states\.module\.css$/,
}

/**
 * Which modules share a file. The first group that names a module has it, with all that it imports and no group before has: so they
 * stand in the order of how many pages load them.
 */
const sharedGroups = [
  {
    // Every document, the rates page as well.
    name: 'react',
    test: modules(
      'node_modules/(?:react|react-dom|scheduler)/.+',
      'preload-helper',
      'lib/(?:api/api-client|browser/(?:client-errors|plain-snackbars)|format/format|navigation/paths|session/sign-in-memory)',
      'ui/layout/wordmark',
    ),
  },
  {
    // The dashboard and the pages before it.
    name: 'mantine',
    test: modules(
      mantine('Anchor', 'Button', 'Group'),
      'hooks/esm/use-uncontrolled/.+',
      'theme/(?:themed|mantine-styles)',
      'layouts/page-crash',
      'ui/(?:feedback/empty-state|fields/color-scheme-menu)',
      'domain/src/instance/limits',
      'lib/(?:api/schemas|browser/zod-without-eval|editing/typed-text|session/instance)',
      'lib/forms/(?:errors|use-form-values)',
      'lib/navigation/(?:lazy-part|prefetch-when-idle)',
    ),
  },
  {
    name: 'fields',
    test: modules(mantine('InputBase', 'NativeSelect', 'TextInput'), 'accounts/role-rules'),
  },
  {
    // What pages before the dashboard have in common with the account's.
    name: 'sign-in',
    test: modules(
      mantine('PasswordInput'),
      'lib/forms/use-call-form',
      'ui/fields/password-field',
      'lib/session/(?:can-use-passkeys|use-has-outbox)',
      'accounts/credential-rules',
      'icons/Icon(?:Building|Key)',
    ),
  },
  {
    // Every page of the dashboard. What half of them need is here as well: a file more for each set of pages would weigh more.
    name: 'dashboard',
    test: modules(
      'src/router',
      'routes/dashboard',
      'layouts/detail-states',
      'list/use-row-open',
      'overlays/tooltip',
      'ui/dialogs/(?:confirm-dialog|leave-guard)',
      'ui/feedback/(?:breakable|not-loaded|notice|relative-time|section-boundary|status-dot)',
      'ui/fields/(?:copy-button|search-field|status-menu|switch|toolbar-fields)',
      'ui/layout/(?:columns|list-pages|page-header|page-links|page-tabs|request-line|table)',
      'lib/api/(?:news|pending-deletions|query-keys|query-state)',
      'lib/(?:browser/use-deferred-arrival|format/(?:options|use-now)|session/limits)',
      'lib/editing/use-editor',
      'owners/(?:owner-page|owner-route|save-conflict)',
      'lib/navigation/(?:address-state|lazy-code|use-page-navigate|use-search-text)',
      'lib/owners/(?:delete-draft|owner-kind|owner-queries)',
      'notifications/lazy-notifications-box',
      'receivers/receiver-queries',
      'tasks/(?:list/run-tone|settings/task-sections|task-queries)',
      'tasks/test/(?:send-box|test-result|use-task-test)',
      'components/(?:charts/range-names|definition/definition-notes)',
      'domain/src/(?:charts/chart-sources|history/news-rules|page-sizes|schedules/(?:catch-up|schedule-zone)|series/series-ranges|receivers/receiver-rules|requests/request-rules)',
      'react-query/build/modern/useMutation',
      mantine('Stack'),
      'icons/Icon(?:ChevronRight|Mail|Plus|Trash)',
    ),
  },
  { name: 'lists', test: modules('list/(?:task|receiver)-list') },
  {
    // What a page of settings adds to one of a history.
    name: 'settings',
    test: modules(
      'owners/editable-section',
      'ui/layout/settings-section',
      'lib/editing/use-edit-keys',
      'settings/completion-labels',
    ),
  },
  {
    name: 'history',
    test: modules(
      'inspect/viewer',
      'history/(?:feed/(?:prefetch-history|use-history)|table/(?:history-panel|history-table|row-time))',
      'deliveries/delivery-mark',
    ),
  },
  { name: 'task', test: modules('routes/task-detail') },
  { name: 'receiver', test: modules('routes/receiver-detail') },
  { name: 'schedules', test: modules('schedules/(?:schedule-choices|zones/.+)') },
  { name: 'audit', test: modules('audit/audit-event-row') },
  {
    name: 'account',
    test: modules(
      'routes/account',
      'account/queries',
      'confirmation/(?:confirm-identity|dialog-form)',
      'overlays/form-modal',
      'ui/layout/panel-section',
      'icons/IconDownload',
      'react-query/build/modern/useInfiniteQuery',
    ),
  },
]

/** A page's own module with what no other page imports. Its document's module shows it as it runs: it stays in its own file. */
const pageGroups = [...new Set(Object.values(pageModules).flatMap(([, ...rest]) => rest.slice(-1)))].map((module) => ({
  name: module.replace(/^.*\/|\.tsx$/g, ''),
  test: modules(`src/${module.replace(/\.tsx$/, '')}`),
}))

/**
 * Which modules share a file of those that no page loads before it is shown: what is opened, and what stands beneath the first
 * view. Left to itself the build writes a file for each set of dialogs that share a module.
 */
const laterGroups = [
  // What checks a visitor's form, which loads it with the first input.
  {
    name: 'zod',
    test: /[\\/]node_modules[\\/]zod[\\/]|domain[\\/]src[\\/](schema-errors[\\/]zod-errors|accounts[\\/]credentials)\.ts/,
    priority: 3,
  },
  // What menus, dialogs and large fields share, which are loaded as they are opened.
  {
    name: 'overlays',
    test: new RegExp(
      [
        String.raw`@mantine[\\/]hooks[\\/]esm[\\/]use-(?:long-press|focus-trap|focus-return|click-outside)[\\/]`,
        String.raw`@mantine[\\/]core[\\/]esm[\\/]core[\\/]utils[\\/](?:${forOverlays})`,
        String.raw`@mantine[\\/]core[\\/]esm[\\/]components[\\/](?:Portal|Overlay|FocusTrap|Paper|ScrollArea[\\/]utils(?![\\/]to-int))`,
      ].join('|'),
    ),
    priority: 1,
  },
  {
    name: 'task-fields',
    test: /settings[\\/]request-fields|schedule[\\/](one-time-fields|schedule-editor)|(Chip|ChipGroup|SegmentedControl|FloatingIndicator)[\\/]/,
    priority: 0.4,
  },
  // Each is a few lines: left to itself, what shows one loads all of what else shows it.
  { name: 'icons', test: /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]/, priority: 7 },
  // What draws a line, which the rates page uses too: it draws its own axes.
  {
    name: 'lines',
    test: /@visx[\\/]shape[\\/]esm[\\/]shapes[\\/]LinePath\.|components[\\/]charts[\\/](?:plain-scales|use-width)\./,
    priority: 7,
  },
  // A line chart with its axes, in a task's history and for the durations of a heartbeat.
  { name: 'line-chart', test: /components[\\/]charts[\\/]|@visx[\\/]/, minShareCount: 2, priority: 6.5 },
  // The rest of a task's history behind its rows: always shown together, so one file.
  {
    name: 'chart',
    test: /features[\\/]history[\\/](?:chart[\\/](?!bookmarks[\\/]bookmark-dialog)|executions[\\/](?:missed-runs|planned-runs-query)\.tsx?$)/,
    priority: 6,
  },
  // The rules of conditions and channels, where notifications are shown.
  {
    name: 'conditions',
    minShareCount: 3,
    test: (id: string) =>
      !schemaModules.has(id) &&
      !/setting-schemas/.test(id) &&
      /domain[\\/]src[\\/](channels|conditions(?![\\/]condition-rules))/.test(id),
    priority: 1.5,
  },
  {
    name: 'notifications',
    test: /features[\\/]notifications[\\/](notifications-box|notification-(group|queries)|owner|plan[\\/]plan-usage|rule[\\/](condition|rule)-form|channels[\\/](channel|registry|rendered-text|(email|http|slack|sms)[\\/](email|http|slack|slack-parts|sms))\.)|templates[\\/]variables/,
    priority: 1,
  },
  // All else that checks: what the groups above share with it is theirs.
  { name: 'schemas', test: (id: string) => schemaModules.has(id), priority: 0.1 },
]

const withStyles = ({ name, test }: { name: string; test: RegExp }) => {
  const sheet = styles[name]
  return { name, test: sheet === undefined ? test : new RegExp(`${test.source}|${sheet.source}`) }
}

const ordered = [laterStyles, ...[...sharedGroups, ...pageGroups].map(withStyles)]

/** Which modules share a file: docs/decisions/0027-what-a-page-weighs.md. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  ...ordered.map((group, at) => ({ ...group, priority: 10 + ordered.length - at })),
  ...laterGroups,
]

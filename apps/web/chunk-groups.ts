import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const domain = join(import.meta.dirname, '../../packages/domain/src')

/** The domain's modules that have schemas: they bring the schema library, which no page loads before it is shown. */
const schemaModules: ReadonlySet<string> = new Set(
  globSync('**/*.ts', { cwd: domain, exclude: ['**/*.test.ts'] })
    .map((file) => join(domain, file))
    .filter((file) => /^import \{ z \} from 'zod'/m.test(readFileSync(file, 'utf8'))),
)

/** What the pages of one task or receiver have in common, and the lists have not. */
const sharedByDetails =
  /lib[\\/]form[\\/]sections|components[\\/](ui[\\/](leave-guard|settings-section|curl-command|notice|page-tabs|status-menu|confirm-dialog)|layouts[\\/]detail-states)|receivers[\\/]settings[\\/]endpoint-panel|notifications[\\/]lazy-notifications-box|lib[\\/](use-edit-keys|use-undo|merge|focus|use-mutex)|domain[\\/]src[\\/](requests[\\/](header-problem|with-scheme)|headers[\\/]read-headers|schedules[\\/](zone-clock|schedule-choices))|esm[\\/]components[\\/](Alert|Fieldset|Code)[\\/]|use-mutation-observer|ScrollArea[\\/]utils[\\/]to-int|icons[\\/]Icon(Pencil|AlertTriangle|InfoCircle)\./

const sharedByPages = new RegExp(
  [
    '@tabler',
    '@mantine[\\\\/](hooks|core[\\\\/]esm[\\\\/]components)[\\\\/](?!(esm[\\\\/])?(Popover|Combobox|Select|Modal|Menu|Pagination|NumberInput|ScrollArea|Drawer|Notification|Textarea|Autocomplete|Chip|PasswordInput|Radio|Segmented|Floating|Checkbox|Switch|Tooltip|Portal|Overlay|FocusTrap|Paper|use-(long-press|focus-trap|focus-return|click-outside|shallow-effect)))',
    'web[\\\\/]src[\\\\/](lib(?![\\\\/]form)|components[\\\\/](ui(?![\\\\/](conflict-dialog|password-field))|list|layouts))',
    'domain[\\\\/]src[\\\\/](?!rates|channels|conditions(?![\\\\/]condition-rules)|bodies|templates|requests[\\\\/]curl|schedules[\\\\/](cron|next|time-zone))',
  ].join('|'),
)

/**
 * Which modules share a file. Left to itself the build writes a file for each set of pages that share a module: 60 small
 * ones for a page, where each is a request. What only a few pages or dialogs need stays out of these.
 */
export const chunkGroups = [
  // React, and the little else that the rates page shares with the dashboard.
  {
    name: 'base',
    test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime|vite[\\/]preload-helper|lib[\\/]signed-in-here|ui[\\/]wordmark/,
    priority: 6,
  },
  // One stylesheet for the whole dashboard; the rates page has its own.
  { name: 'styles', test: /^(?!.*[\\/]features[\\/]rates[\\/]).*\.css$|theme[\\/]mantine-styles/, priority: 5 },
  // What the pages before the dashboard show and call: nothing in it may import the router, the query library or Zod.
  {
    name: 'entrance',
    test: new RegExp(
      [
        'clsx',
        '@mantine[\\\\/]hooks[\\\\/]esm[\\\\/](utils[\\\\/]random-id|use-(color-scheme|did-update|id|isomorphic-effect|media-query|merged-ref|reduced-motion|uncontrolled))[\\\\/]',
        '@mantine[\\\\/]core[\\\\/]esm[\\\\/](core(?![\\\\/]utils[\\\\/](create-(scoped|safe|event)|find-element|get-(context-item|single|ref-prop|base|sorted)|close-on|is-element))|components[\\\\/](UnstyledButton|Transition|Loader|CloseButton|Input|InputBase|TextInput|Text|Button|ActionIcon|Anchor|Title|Group))[\\\\/]',
        '@tabler[\\\\/]icons-react[\\\\/]dist[\\\\/]esm[\\\\/](createReactComponent|defaultAttributes|icons[\\\\/]Icon(Bug|CloudOff|DeviceDesktop|Key|Moon|Sun)\\.)',
        'domain[\\\\/]src[\\\\/](error-codes|accounts[\\\\/]credential-rules|return-url)',
        'web[\\\\/]src[\\\\/](theme[\\\\/]theme|lib[\\\\/](form[\\\\/]errors|api-client|api-error|build-settings|can-use-passkeys|connection|lazy-part|prefetch-when-idle|session|sign-in-way|storage|unsaved-work|use-call|use-has-outbox)\\.)',
        'web[\\\\/]src[\\\\/]components[\\\\/](layouts[\\\\/]page-crash|overlays[\\\\/]menu|ui[\\\\/](color-scheme-menu|empty-state|panel))',
      ].join('|'),
    ),
    priority: 4,
  },
  // The dashboard's libraries, and what stands around every page of it.
  {
    name: 'dashboard',
    test: /[\\/]node_modules[\\/](react-router|@tanstack[\\/](react-query|query-core))[\\/]|routes[\\/]dashboard\.tsx|lib[\\/](navigation[\\/]|account\.)|ui[\\/]skeleton-rows|icons[\\/]IconWebhook|components[\\/]Kbd[\\/]/,
    priority: 3,
  },
  // What checks a visitor's form, which loads it with the first input.
  {
    name: 'zod',
    test: /[\\/]node_modules[\\/]zod[\\/]|domain[\\/]src[\\/](zod-errors|accounts[\\/]credentials)\.ts/,
    priority: 3,
  },
  // What the pages of the dashboard share with each other. Menus, dialogs and large fields come when they are opened.
  {
    name: 'dashboard-ui',
    minShareCount: 3,
    test: (id: string) => !schemaModules.has(id) && !sharedByDetails.test(id) && sharedByPages.test(id),
    priority: 2,
  },
  { name: 'detail-ui', test: sharedByDetails, priority: 1.8 },
  // What menus, dialogs and large fields share, which are loaded as they are opened.
  {
    name: 'overlays',
    test: /@mantine[\\/](hooks[\\/]esm[\\/]use-(long-press|focus-trap|focus-return|click-outside)[\\/]|core[\\/]esm[\\/](core[\\/]utils[\\/](create-|find-element|get-(context|single|ref-prop)|close-on|is-element)|components[\\/](Portal|Overlay|FocusTrap|Paper|ScrollArea[\\/]utils(?![\\/]to-int))))/,
    priority: 1,
  },
  // Small files that several pages load together, or nearly so.
  {
    name: 'lists',
    test: /web[\\/]src[\\/]components[\\/]list[\\/]|lib[\\/]page-param/,
    priority: 2.5,
  },
  {
    name: 'task',
    test: /tasks[\\/](task-queries|draft[\\/]delete-draft|list[\\/]run-(strip|tone))|notifications[\\/]notification-query|inspect[\\/]body-actions/,
    priority: 1,
  },
  {
    name: 'task-page',
    test: /tasks[\\/](settings[\\/]task-form|test[\\/](test-result|use-task-test)|detail[\\/]task-page-states|schedule[\\/]schedule-(form|labels))|schedules[\\/]time-zone|execution-history-states|chart-address/,
    priority: 0.5,
  },
  {
    name: 'request-form',
    test: /request-editor[\\/](header-rows|request-(form|merge))|inspect[\\/]headers-table/,
    priority: 1,
  },
  // A choice among a few, which only some pages have.
  {
    name: 'switch',
    test: /components[\\/]Switch[\\/]|InlineInput[\\/]|InputsGroupFieldset[\\/]|Checkbox[\\/]CheckIcon/,
    priority: 1,
  },
  { name: 'textarea', test: /components[\\/](Textarea|Autosize)[\\/]/, priority: 1 },
  {
    name: 'receiver',
    test: /delete-receiver-draft|receiver-queries|request-history-states|settings[\\/]receiver-form/,
    priority: 0.5,
  },
  {
    name: 'task-fields',
    test: /settings[\\/](check-task|request-fields)|schedule[\\/](one-time-fields|schedule-editor)|(Chip|ChipGroup|SegmentedControl|FloatingIndicator)[\\/]/,
    priority: 0.4,
  },
  // The rules of conditions and channels, where notifications are shown.
  {
    name: 'conditions',
    minShareCount: 3,
    test: (id: string) =>
      !schemaModules.has(id) && /domain[\\/]src[\\/](channels|conditions(?![\\/]condition-rules))/.test(id),
    priority: 1.5,
  },
  {
    name: 'notifications',
    test: /features[\\/]notifications[\\/](notifications-box|notification-(group|queries)|owner|plan-usage|rule[\\/](condition|rule)-form|channels[\\/](channel|registry|rendered-text|(email|http|slack|sms)[\\/](email|http|slack|slack-parts|sms))\.)|templates[\\/]variables/,
    priority: 1,
  },
  // What holds the form of a task, a receiver or a notification, loaded once one is edited.
  {
    name: 'form',
    test: /@mantine[\\/]form[\\/]|fast-deep-equal|lib[\\/](use-mutex|form[\\/](conflict|use-(conflict|fields|versioned-save)))\./,
    priority: 0.3,
  },
  // All else that checks: what the groups above share with it is theirs.
  { name: 'schemas', test: (id: string) => schemaModules.has(id), priority: 0.1 },
  // The pages that ask for a password are those before the dashboard and the account's.
  {
    name: 'password',
    test: /[\\/]PasswordInput[\\/]|ui[\\/]password-field|lib[\\/]passkeys|IconEye(Off)?\./,
    priority: 2.5,
  },
]

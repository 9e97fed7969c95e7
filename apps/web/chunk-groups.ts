import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const domain = join(import.meta.dirname, '../../packages/domain/src')

/** The domain's modules that have schemas: they bring the schema library, which no page loads before it is shown. */
const schemaModules: ReadonlySet<string> = new Set(
  globSync('**/*.ts', { cwd: domain, exclude: ['**/*.test.ts'] })
    .map((file) => join(domain, file))
    .filter((file) => /^import \{ z \} from 'zod'/m.test(readFileSync(file, 'utf8'))),
)

/** One stylesheet for the whole dashboard; the rates page has its own. */
export const stylesGroup = {
  name: 'styles',
  test: /^(?!.*[\\/]features[\\/]rates[\\/]).*\.css$|theme[\\/]mantine-styles/,
}

/**
 * Which modules share a file of those that no page loads before it is shown: what is opened, and what stands beneath the first
 * view. Left to itself the build writes a file for each set of dialogs that share a module.
 */
export const laterGroups = [
  // What checks a visitor's form, which loads it with the first input.
  {
    name: 'zod',
    test: /[\\/]node_modules[\\/]zod[\\/]|domain[\\/]src[\\/](zod-errors|accounts[\\/]credentials)\.ts/,
    priority: 3,
  },
  // What menus, dialogs and large fields share, which are loaded as they are opened.
  {
    name: 'overlays',
    test: /@mantine[\\/](hooks[\\/]esm[\\/]use-(long-press|focus-trap|focus-return|click-outside)[\\/]|core[\\/]esm[\\/](core[\\/]utils[\\/](create-|find-element|get-(context|single|ref-prop)|close-on|is-element)|components[\\/](Portal|Overlay|FocusTrap|Paper|ScrollArea[\\/]utils(?![\\/]to-int))))/,
    priority: 1,
  },
  {
    name: 'task-fields',
    test: /settings[\\/](check-task|request-fields)|schedule[\\/](one-time-fields|schedule-editor)|(Chip|ChipGroup|SegmentedControl|FloatingIndicator)[\\/]/,
    priority: 0.4,
  },
  // Each is a few lines: left to itself, what shows one loads all of what else shows it.
  { name: 'icons', test: /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]/, priority: 7 },
  // The line chart's code, which the rates page uses too.
  { name: 'line-chart', test: /components[\\/]charts[\\/]|@visx[\\/]/, minShareCount: 2, priority: 7 },
  // The rest of a history's chart: always shown together, so one file.
  { name: 'chart', test: /features[\\/]history[\\/]chart[\\/](?!bookmark-dialog)/, priority: 6 },
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
]

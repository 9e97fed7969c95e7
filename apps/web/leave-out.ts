import type { Plugin } from 'vite'

/**
 * What libraries attach to what we use, and nothing here calls: JSON Schema to each of Zod's schemas (6 KB gzipped), to
 * objects the detection of cycles, which JSON has none of, and to the router what renders on a server.
 */
const leftOut = [
  'zod/v4/core/(json-schema-processors|to-json-schema|memoizer).js',
  'react-router/dist/production/lib/dom/ssr/(links|single-fetch).js',
  // What sets a form's fields from elsewhere, by events.
  '@mantine/form/esm/actions/actions.mjs',
  // To Mantine's tables a scroll area with all of floating-ui (20 KB), and to others their groups and cards.
  '@mantine/core/**/Table(ScrollContainer|DataRenderer).mjs',
  '@mantine/core/**/(Button|ActionIcon)Group(Section)?.mjs',
  '@mantine/core/**/(Checkbox(Group|Card|Indicator)|SwitchGroup).mjs',
  '@mantine/core/**/loaders/(Bars|Dots).mjs',
  // Its colors that theme.ts does not replace, and what writes all as variables: they are in theme/mantine-variables.css.
  '@mantine/core/**/(default-colors|MantineCssVariables).mjs',
]

const patternOf = (path: string) => path.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]').replaceAll('**', '.*')

/** What stays asks for the context of what is left out, and finds that nothing is around it. */
function valueOf(name: string | undefined): string {
  if (name === 'DEFAULT_COLORS') return '{}'
  return name?.endsWith('Context') === true ? 'createContext(null)' : '() => {}'
}

const leaveOut: Plugin = {
  name: 'leave-out',
  apply: 'build',
  transform: {
    filter: { id: new RegExp(`[\\\\/](${leftOut.map(patternOf).join('|')})$`) },
    handler: (code) => {
      const declared = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)
      const listed = [...code.matchAll(/^export \{([^{}]*)\}/gm)].flatMap(([, names = '']) => names.split(','))
      const names = [...declared, ...listed.map((name) => name.split(' as ').at(-1)?.trim())]
      return {
        code: [
          "import { createContext } from 'react'",
          ...names.map((name) => `const left_${name} = ${valueOf(name)}; export { left_${name} as ${name} }`),
        ].join('\n'),
        map: null,
      }
    },
  },
}

/**
 * Zod's older way to a format, as in `z.string().jwt()` for `z.jwt()`: each text would bring all formats along (3 KB). What
 * calls one fails as its module is loaded.
 */
const leaveOutFormats: Plugin = {
  name: 'leave-out-formats',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ },
    handler: (code) => {
      const left = code.replaceAll(
        /^ {4}\w+\(params\) \{\n {8}return this\.check\(core\._\w+\(Zod\w+, params\)\);\n {4}\},?\n/gm,
        '',
      )
      if (left === code) throw new Error('Zod has its formats elsewhere now: see leaveOutFormats in leave-out.ts.')
      return { code: left, map: null }
    },
  },
}

/**
 * Zod tries whether it may make functions of text, so that it checks objects faster. Our content security policy forbids that, and
 * browsers report the attempt as a violation.
 */
const leaveOutEval: Plugin = {
  name: 'leave-out-eval',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]zod[\\/]v4[\\/]core[\\/]util\.js$/ },
    handler: (code) => {
      const left = code.replace(
        /^export const allowsEval = [^]*?^\}\);/m,
        'export const allowsEval = { value: false };',
      )
      if (left === code)
        throw new Error('Zod tries elsewhere whether it may evaluate text: see leaveOutEval in leave-out.ts.')
      return { code: left, map: null }
    },
  },
}

/** To each link the scripts and data that its page begins with on a server: they are asked for only by its `prefetch`. */
const leaveOutPrefetch: Plugin = {
  name: 'leave-out-prefetch',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]ssr[\\/]components\.js$/ },
    handler: (code) => {
      const left = code.replace(/^function PrefetchPageLinks\([^]*?^\}/m, 'const PrefetchPageLinks = () => null')
      if (left === code) throw new Error('React Router prefetches elsewhere now: see leaveOutPrefetch in leave-out.ts.')
      return { code: left, map: null }
    },
  },
}

/**
 * A component that nothing uses is dropped where making it is known to do nothing else, and where it is not given the name
 * that React's developer tools show.
 */
const leaveOutUnused: Plugin = {
  name: 'leave-out-unused',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]node_modules[\\/](react-router|@mantine)[\\/]/ },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.displayName = [^;\n]+;$/gm, '')
        .replaceAll(
          /(?<=^(?:const|let) \w+ = )(?=React\$1\.(?:forwardRef|memo|createContext)\()/gm,
          '/* @__PURE__ */ ',
        ),
      map: null,
    }),
  },
}

/**
 * The names of styles as constants, which are written where they are used: as objects, those of all pages would be loaded
 * with each.
 */
const inlineClassNames: Plugin = {
  name: 'inline-class-names',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /[\\/]src[\\/].+\.(tsx?|module\.css)$/, code: /\.module\.css|export/ },
    handler: (code, id) => {
      if (!id.endsWith('.css')) {
        const importsNames = /^import (\w+) from ("[^"]+\.module\.css"|'[^']+\.module\.css')/gm
        return { code: code.replaceAll(importsNames, 'import * as $1 from $2'), map: null }
      }
      const [, all = ''] = code.split('export default')
      const unnamed = /^[ \t]*"([^"]+)": /m.exec(all)?.[1]
      if (unnamed !== undefined)
        throw new Error(`${id}: no constant can be called ${unnamed}. Call the class otherwise.`)
      // A module of which nothing is left would take its styles along: reading this is left of it.
      return { code: `${code}\nglobalThis.css`, map: null, moduleSideEffects: true }
    },
  },
}

/** What makes the build lighter than what it is made of. */
export const lighten: Plugin[] = [
  leaveOut,
  leaveOutFormats,
  leaveOutEval,
  leaveOutPrefetch,
  leaveOutUnused,
  inlineClassNames,
]

import { defineConfig } from 'oxlint'
import { boundaryOverrides } from './infra/lint/boundaries.ts'

const onlySettingsReadIt = 'Settings are read once, in settings.ts, and passed in.'

/** Rules of the categories below that are wrong about this code more often than right. */
const offSinceTheyMisjudge = {
  'react/react-in-jsx-scope': 'off',
  'import/no-named-as-default-member': 'off',
  'import/no-unassigned-import': 'off',
  'typescript/consistent-return': 'off',
  'typescript/no-unsafe-type-assertion': 'off',
  'oxc/no-async-endpoint-handlers': 'off',
  'no-underscore-dangle': 'off',
  // It does not see what another function changes while the loop awaits.
  'no-unmodified-loop-condition': 'off',
  // A box that scrolls must be reachable by keyboard, and a chart is read with the arrow keys.
  'jsx-a11y/no-noninteractive-tabindex': 'off',
  'jsx-a11y/no-noninteractive-element-interactions': 'off',
  'jsx-a11y/prefer-tag-over-role': 'off',
  // Advice on speed, sound in general; a reset on a new id is where it does not hold.
  'react/set-state-in-effect': 'warn',
  'react/exhaustive-effect-dependencies': 'warn',
} as const

const tests = ['**/*.test.{ts,tsx}', '**/testing/**', 'packages/{e2e,bench}/**']

export default defineConfig({
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  // A reader of text that strangers write must not take longer than the text is long.
  jsPlugins: ['eslint-plugin-regexp'],
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'vitest', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: [
    '**/dist/**',
    '**/node_modules/**',
    '**/public/**',
    '**/.astro/**',
    'packages/client/src/generated/**',
  ],
  rules: {
    'import/no-cycle': 'error',
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-non-null-assertion': 'error',
    // node:test's functions answer a promise that nobody has to wait for.
    'typescript/no-floating-promises': [
      'error',
      { allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['it', 'test', 'describe'] }] },
    ],
    'typescript/no-misused-promises': 'error',
    'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    'no-console': 'error',
    'no-restricted-properties': ['error', { object: 'process', property: 'env', message: onlySettingsReadIt }],
    'unicorn/prefer-node-protocol': 'error',
    eqeqeq: 'error',
    'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
    'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false, ignoreSticky: false }],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    // What good modules turn out to be (docs/style.md), so a warning and not a target to cut code for.
    'max-lines': ['warn', { max: 250, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['warn', { max: 60, skipBlankLines: true, skipComments: true }],
    ...offSinceTheyMisjudge,
  },
  overrides: [
    ...boundaryOverrides,
    { files: ['**/*.tsx'], rules: { 'max-lines-per-function': ['warn', { max: 100, skipBlankLines: true }] } },
    {
      files: ['**/settings.ts', 'infra/**', 'apps/site/build.ts', ...tests],
      rules: { 'no-restricted-properties': 'off' },
    },
    {
      files: ['infra/**', 'packages/{e2e,bench}/**', 'apps/web/{check-size,subset-fonts}.ts'],
      rules: { 'no-console': 'off' },
    },
    {
      files: tests,
      rules: {
        'max-lines-per-function': 'off',
        // They read what our own code wrote.
        'regexp/no-super-linear-backtracking': 'off',
        'regexp/no-super-linear-move': 'off',
        'no-loss-of-precision': 'off',
        'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
        'typescript/no-base-to-string': 'off',
        'unicorn/consistent-function-scoping': 'off',
        'vitest/no-conditional-expect': 'off',
        // Also by a function that says what it expects.
        'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'assert', 'assert.*'] }],
        'vitest/require-to-throw-message': 'off',
      },
    },
  ],
})

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Words of a dialect that the code once had, and the usual ones, by which a reader would search. */
const replacements: ReadonlyMap<string, string> = new Map(
  Object.entries({
    alarm: 'alert',
    asked: 'params, options, query',
    chore: 'job',
    courier: 'delivery worker',
    doomed: 'toDelete',
    fault: 'problem, error',
    freed: 'released',
    gone: 'deleted, closed',
    lane: 'queue',
    linger: 'batchDelay',
    mended: 'cleared, corrected',
    openings: 'allowlist',
    patience: 'timeout',
    refusal: 'rejection',
    refuse: 'reject',
    refused: 'rejected',
    sentence: 'message',
    shelf: 'dependencies',
    storable: 'sanitize',
    suspicion: 'penalty',
    tell: 'notify',
    tells: 'notifies',
    told: 'notified',
    trouble: 'problem',
    untold: 'not notified',
    upkeep: 'maintenance',
    wanted: 'requested',
    whoever: 'the caller, the owner, …',
    wish: 'changes',
  }),
)

/** The same of several words. */
const phrases: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/underWay/i, 'inFlight'],
  [/brokenOff/i, 'aborted'],
  [/(hold|hand|take)Back/i, 'defer, requeue, undo'],
  [/giveUp/i, 'markFailed, stop'],
  [/^(?:note|read|has|was|forget)[A-Z]\w*(?:Here|Way)$/, 'remember…, read…, mayBe…'],
  [/^WhatCame$/, 'arrivals, a summary'],
]

/** What identifiers of the dashboard say otherwise. Elsewhere a place may be one in a queue, and what is noted is stored. */
const ofDashboard: typeof phrases = [
  [/^[Pp]laces$|^Place$|[a-z](?<!In)Places?$/, 'index, position, placeholder'],
  [/^noted$|^note(?!Id$)(?=[A-Z])/, 'remember, store'],
  [/^giveBack$/, 'restore'],
  [/^turnTo/, 'goTo'],
  [/Gate$|^gate$/, 'what is required'],
]

/** Where a fault is what engineers call it: one that is injected. */
const faultInjection =
  /^(packages\/bench\/chaos|packages\/db\/src\/testing\/invariants|apps\/executor\/src\/testing\/watch-invariants\.ts)/

/** What others named: an error code of the system, and HTTP's status 410. */
const allowed: ReadonlySet<string> = new Set(['ECONNREFUSED', 'CONNECTION_REFUSED', 'GONE'])

const comments = /\/\*.*?\*\/|\/\/[^\n]*/gs
/** Texts are for users, who know other words; and regular expressions look for them. */
const texts =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[(,=:[!&|?{};]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[*])+\/[a-z]*/gs
const jsxTexts = /(?<=>)[^<>{}();=]+(?=[<{])/g
const identifiers = /[A-Za-z_$][\w$]*/g
const parts = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g

/** Where comments, test titles and documents are read too. */
const backEnd = ['apps/api', 'apps/executor', 'packages', 'infra', 'docs']

/** Words of them that the glossary replaces, and names that a replacement of words once spoiled. */
const spoiled: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\bunder way\b/i, 'in flight'],
  [/\bgates?\b/i, 'receiver counters, lock'],
  [/\bisUnmounted\b/, 'isDeleted, isClosed'],
  [/\bisRefused\b/, 'isRejected'],
  [/\bMailRefused\b/, 'MailRejected'],
]

/** Words of another century, where a plain one says the same: nowhere, neither in comments nor in texts. */
const archaic: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\banew\b/i, 'again, from the start'],
  [/\bwhoever\b/i, 'anyone who, the caller, the owner'],
  [/\bin earnest\b/i, 'in production, for real'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix, correct, repair'],
  [/\bunder way\b/i, 'in progress'],
  [/\b(?:one|a|last|share|same) look\b(?!-)/i, 'check, query, pass'],
]

/** The specification's own words. */
const ofTheSpecification = 'docs/checklist.md'

/** The word, in singular or plural. */
const replacementOf = (word: string) => replacements.get(word) ?? replacements.get(word.replace(/s$/, ''))

/** The identifiers of a source that have such a word in them, with what to use instead. */
const findOldWords = (source: string, usedPhrases = phrases): string[] => {
  const names = new Set(
    source.replaceAll(comments, ' ').replaceAll(texts, ' ').replaceAll(jsxTexts, ' ').match(identifiers),
  )
  return [...names]
    .filter((name) => !allowed.has(name))
    .flatMap((name) => {
      const ofParts = name.match(parts)?.map((part) => replacementOf(part.toLowerCase())) ?? []
      const ofPhrases = usedPhrases.flatMap(([pattern, replacement]) => (pattern.test(name) ? [replacement] : []))
      const found = [...ofParts, ...ofPhrases]
      return found.flatMap((replacement) => (replacement === undefined ? [] : [`${name}: use ${replacement}`]))
    })
}

it('finds an old word in any part of an identifier, and none in texts and comments', () => {
  const source = `// Whoever asked.\nconst isTold = "told"\nconst found = /told/.test(text)\nsendRefusals(wantedIds, isUnderWay)`
  expect(findOldWords(source)).toEqual([
    'isTold: use notified',
    'sendRefusals: use rejection',
    'wantedIds: use requested',
    'isUnderWay: use inFlight',
  ])
})

it('no identifier of the project has a word of the old vocabulary', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
  const found = files
    .trim()
    .split('\n')
    .filter((file) => file !== 'infra/lint/vocabulary.test.ts')
    .flatMap((file) => {
      const usedPhrases = file.startsWith('apps/web/') ? [...phrases, ...ofDashboard] : phrases
      return findOldWords(readFileSync(join(root, file), 'utf8'), usedPhrases).map((word) => `${file}: ${word}`)
    })
    .filter((line) => !(faultInjection.test(line) && /faults?\w*: /i.test(line)))
  expect(found).toEqual([])
})

/** The words of a text that have a replacement, one for each pattern. */
const findWords = (text: string, words: typeof spoiled): string[] =>
  words.flatMap(([pattern, replacement]) => {
    const word = pattern.exec(text)?.[0]
    return word === undefined ? [] : [`${word}: use ${replacement}`]
  })

const readTexts = (folders: readonly string[], kinds: RegExp) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => kinds.test(file) && !file.startsWith('infra/lint/') && file !== ofTheSpecification)
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

it('no comment, name or document of the back end has a word that the glossary replaces', () => {
  const found = readTexts(backEnd, /\.(?:tsx?|mjs|md)$/).flatMap(({ file, text }) =>
    findWords(text, spoiled).map((word) => `${file}: ${word}`),
  )
  expect(found).toEqual([])
})

it('no comment, title, text or document has an archaic word', () => {
  const found = readTexts(['apps', 'packages', 'infra', 'docs', '*.md'], /\.(?:tsx?|mjs|mdx?)$/).flatMap(
    ({ file, text }) => findWords(text, archaic).map((word) => `${file}: ${word}`),
  )
  expect(found).toEqual([])
})

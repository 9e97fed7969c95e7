import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { chosenPart } from './areas.ts'
import { isInPart } from './part.ts'
import { describeMutant, isCompilersToFind } from './summary.ts'

/** Says of each mutant that no test noticed where it is, as soon as that is known: a whole area takes long. */
class UnnoticedPrinter {
  onMutantTested(result: Readonly<MutantResult>): void {
    if (result.status !== 'Survived' && result.status !== 'NoCoverage') return
    if (!isInPart(chosenPart(), result)) return
    const source = readFileSync(result.fileName, 'utf8')
    if (isCompilersToFind(source, result)) return
    const line = describeMutant(relative(process.cwd(), result.fileName), source, result)
    console.log(result.status === 'NoCoverage' ? `${line} (not covered)` : line)
  }
}

/** A Stryker plugin. */
export const strykerPlugins = [{ kind: 'Reporter', name: 'unnoticed', injectableClass: UnnoticedPrinter }]

// Prints the folder of the project's own Node, which is to stand first in PATH: `node` of node_modules/.bin is a shell script, to
// which a signal goes instead of to the product.
import { dirname } from 'node:path'
import { prepare } from './prepare.mjs'

const log = console.log
console.log = console.error
process.stdout.write(`${dirname(prepare())}\n`)
console.log = log

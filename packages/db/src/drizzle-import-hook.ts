import { registerHooks } from 'node:module'

/*
 * Import this before anything that imports drizzle, which then has to be imported dynamically.
 *
 * To find out what kind of module a file is, Node reads its package's package.json for each file again, and hands
 * all of it to JavaScript. drizzle-orm's has 178 KB and its files are hundreds: 250 MB of memory that the process
 * never gives back, and a quarter of a second. What these files are is known: the kind of the file that imports them.
 */
const isWithinDrizzle = (parent: string) => parent.includes('/node_modules/drizzle-orm/') && parent.endsWith('.js')

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const { parentURL: parent } = context
    const isKnown =
      parent !== undefined && isWithinDrizzle(parent) && specifier.startsWith('.') && specifier.endsWith('.js')
    if (!isKnown) return nextResolve(specifier, context)
    return { url: new URL(specifier, parent).href, format: 'module', shortCircuit: true }
  },
})

/**
 * Zod tries whether it may make functions of text, so that it checks objects faster. Our content security policy forbids that, and
 * browsers report the attempt as a violation. It reads this as the first schema is made, so a document sets it before any is loaded.
 */
export const forbidEval = (): void => {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
}

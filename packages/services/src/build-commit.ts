/** Set by the bundler (`infra/build/bundle-app.ts`); sources that run as they are have none. */
declare const KNOCKWIRE_COMMIT: string | undefined

/** The commit that a bundle was built from, abbreviated; `unknown` of sources, and of a build without a repository. */
export const buildCommit: string = typeof KNOCKWIRE_COMMIT === 'string' ? KNOCKWIRE_COMMIT : 'unknown'

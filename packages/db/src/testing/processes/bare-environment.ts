/**
 * What a program of ours that a test starts gets of this process's environment: none of the settings, so that the test's
 * own are all there are, but the compiled code of the last start, without which each start compiles hundreds of files.
 */
export const bareEnvironment = (): Record<string, string> => {
  const kept = ['PATH', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]] as const)
  return Object.fromEntries(kept.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

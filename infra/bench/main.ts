import { buildPrograms } from '../build/build-programs.ts'

// What is measured is what `pnpm start` and the image run: of its sources, each thread would hold the compiler of their
// types as well.
await buildPrograms((name) => console.log(`Bundling the ${name}.`))
await import(new URL('../../packages/bench/main.ts', import.meta.url).href)

import { launch } from './launch.mjs'

launch('sbom/main.ts')

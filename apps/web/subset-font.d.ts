/** The package has no types of its own: what subset-fonts.ts uses of it. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    variationAxes: Record<string, { min: number; max: number; default: number }>
    keepFeatures: readonly string[]
  }
  export default function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>
}

import { expect, it } from 'vitest'
import { startProgram } from './start-program.ts'

it('a program that ends before it prints a line is an error', async () => {
  await expect(startProgram('process.exit(3)')).rejects.toThrow('The program ended early (3).')
})

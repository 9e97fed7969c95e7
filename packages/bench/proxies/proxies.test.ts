import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeCertificate, proxies, writeConfig } from './proxies.ts'

const ports = { https: 20_443, http: 20_080, first: [20_000, 20_001], second: [20_010, 20_011] } as const

describe('the example of a proxy', () => {
  it.each(proxies.map((proxy) => [proxy.name, proxy.program(), proxy] as const))(
    'for %s is accepted by it; where it is not installed, this is not known',
    async (_name, program, proxy) => {
      if (program === null) return
      const folder = await mkdtemp(join(tmpdir(), 'knockwire-proxies-'))
      onTestFinished(() => rm(folder, { recursive: true }))
      await makeCertificate(folder)
      await expect(writeConfig(proxy, program, { folder, ports })).resolves.toContain(proxy.example)
    },
  )

  it.each(proxies.map((proxy) => [proxy.name, proxy.program(), proxy] as const))(
    'for %s is refused with the proxy’s own words where it has a mistake',
    async (_name, program, proxy) => {
      if (program === null) return
      const folder = await mkdtemp(join(tmpdir(), 'knockwire-proxies-'))
      onTestFinished(() => rm(folder, { recursive: true }))
      const wrong = { ...proxy, configOf: () => 'no_such_word here;\n' }
      await expect(writeConfig(wrong, program, { folder, ports })).rejects.toThrow(
        `${proxy.name} refuses ${proxy.example}: `,
      )
    },
  )
})

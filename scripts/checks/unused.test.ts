import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from './sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'unused-'))
afterAll(() => rmSync(folder, { recursive: true }))

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** What the check says of a package beside which the repository's own configuration lies. */
function unusedOf(...flags: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'node_modules/knip/bin/knip.js'), '--no-progress', ...flags], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout + stderr
}

describe('unused exports', () => {
  it('[F-47] are those, too, that nothing but tests uses', () => {
    copyFileSync(join(ROOT, 'knip.config.js'), join(folder, 'knip.config.js'))
    put('package.json', JSON.stringify({ name: 'market', type: 'module', workspaces: ['packages/*'] }))
    put('tsconfig.json', '{}')
    put('packages/protocol/package.json', JSON.stringify({ name: '@plinth/protocol', type: 'module', main: 'src/index.ts' }))
    put('packages/protocol/src/index.ts', `export { fee, provenOnly } from './fees.ts'\n`)
    put('packages/protocol/src/fees.ts', 'export const fee = 1\nexport const provenOnly = 2\n')
    put('packages/protocol/src/fees.test.ts', `import { provenOnly } from './index.ts'\nprovenOnly.toFixed()\n`)
    put(
      'packages/sdk/package.json',
      JSON.stringify({ name: '@plinth/sdk', type: 'module', main: 'src/index.ts', dependencies: { '@plinth/protocol': '*' } }),
    )
    put('packages/sdk/src/index.ts', `import { fee } from '../../protocol/src/index.ts'\nfee.toFixed()\n`)
    expect(unusedOf()).not.toContain('provenOnly')
    const product = unusedOf('--production')
    expect(product).toMatch(/provenOnly\s+packages\/protocol\/src\/index\.ts/)
    expect(product).not.toMatch(/^fee\b/m)
  }, 60_000)
})

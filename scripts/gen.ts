import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { generate as generateContracts } from '../contracts/scripts/gen.ts'
import { renderAddresses } from '../packages/devnet/src/addresses.ts'
import { ADDRESSES, writeStamp } from './checks/generated.ts'
import { ROOT } from './checks/sources.ts'

interface Generated {
  /** Path from the root. */
  path: string
  content: string
}

/** All generated files that are committed. */
async function generate(): Promise<Generated[]> {
  const contracts = await generateContracts()
  return [...[...contracts].map(([path, content]) => ({ path, content })), { path: ADDRESSES, content: renderAddresses() }]
}

function isStale({ path, content }: Generated): boolean {
  return !existsSync(ROOT + path) || readFileSync(ROOT + path, 'utf8') !== content
}

/** Generated files that differ from their sources. */
async function listStale(): Promise<string[]> {
  return (await generate()).filter(isStale).map(({ path }) => `${path} is out of date: run npm run gen`)
}

if (import.meta.main) {
  if (process.argv.includes('--check')) {
    const stale = await listStale()
    for (const line of stale) console.error(line)
    process.exitCode = stale.length === 0 ? 0 : 1
  } else {
    for (const file of (await generate()).filter(isStale)) {
      mkdirSync(dirname(ROOT + file.path), { recursive: true })
      writeFileSync(ROOT + file.path, file.content)
      console.log(`wrote ${file.path}`)
    }
    writeStamp()
  }
}

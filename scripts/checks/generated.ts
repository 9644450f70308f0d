import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { renderAddresses } from '../../packages/devnet/src/addresses.ts'
import { listFiles, ROOT } from './sources.ts'

/** What is compiled, by which settings, and what came of it. */
const MADE = ['contracts/src', 'contracts/artifacts', 'packages/protocol/src/abi']
const MAKERS = ['contracts/foundry.toml', 'contracts/test/base/PlainTokens.sol', 'contracts/scripts/gen.ts', 'scripts/gen.ts']
const COMPILERS = ['solc', '@openzeppelin/contracts']
const STAMP = `${ROOT}contracts/generated-from`
export const ADDRESSES = 'packages/protocol/src/addresses.generated.ts'

/**
 * Whether the contracts' generated files are those that `npm run gen` wrote of these sources, by a hash of both that it keeps: to
 * compile them takes two minutes, which `npm run test:more` does.
 */
export function listStale(): string[] {
  const stale = [
    ...(existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashFiles()
      ? []
      : ['The contracts, or what is generated of them, have changed']),
    ...(readFileSync(ROOT + ADDRESSES, 'utf8') === renderAddresses() ? [] : [`${ADDRESSES} is out of date`]),
  ]
  return stale.map((what) => `${what}: run npm run gen`)
}

/** After the files are written. */
export const writeStamp = (): void => writeFileSync(STAMP, hashFiles())

function hashFiles(): string {
  const hash = createHash('sha256')
  const lock = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8'))
  for (const name of COMPILERS) hash.update(`${name} ${lock.packages[`node_modules/${name}`].integrity}\0`)
  for (const path of [...MAKERS, ...listFiles(MADE)].sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(ROOT + path))
      .update('\0')
  return `${hash.digest('hex')}\n`
}

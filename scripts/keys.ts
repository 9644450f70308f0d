import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isHex, size } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { sealKeystore } from '../apps/server/src/signer/keystore.ts'
import { failWithSentence } from './fail.ts'
import { readGiven, readGivenSecret } from './given-file.ts'
import { StartError } from './settings.ts'

/**
 * `npm run keys -- --to DIR --passphrase-file FILE`: makes the keystores that are missing, with new keys, or with those of `--from`,
 * a folder of plain ones. Prints addresses only.
 */
const NAMES = ['miner', 'fee-signer', 'keeper', 'deployer'] as const
const SHORTEST_PASSPHRASE = 12

await failWithSentence(async () => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, from: { type: 'string' }, 'passphrase-file': { type: 'string' } },
  })
  if (!values.to || !values['passphrase-file'])
    throw new StartError('Say where the keystores go and which file holds their passphrase: --to DIR --passphrase-file FILE.')
  const passphrase = readGivenSecret('--passphrase-file', values['passphrase-file'], SHORTEST_PASSPHRASE)
  refuseEmpty(values.from)
  mkdirSync(values.to, { recursive: true, mode: 0o700 })
  for (const name of NAMES) await makeKeystore(values.to, name, passphrase, values.from)
})

/** A folder misspelt would mean new keys where old ones were wanted. */
function refuseEmpty(from: string | undefined): void {
  if (from === undefined || NAMES.some((name) => existsSync(join(from, name)))) return
  throw new StartError(`--from names ${from}, which holds none of the files ${NAMES.join(', ')}.`)
}

async function makeKeystore(folder: string, name: string, passphrase: string, from: string | undefined): Promise<void> {
  const path = join(folder, `${name}.json`)
  if (existsSync(path)) return console.log(`${name.padEnd(12)} kept as it is (${path})`)
  const plain = from && existsSync(join(from, name)) ? readGiven('--from', join(from, name)).trim() : undefined
  if (plain !== undefined && (!isHex(plain) || size(plain) !== 32)) throw new StartError(`${join(from ?? '', name)} holds no private key.`)
  const key = plain ?? generatePrivateKey()
  writeFileSync(path, await sealKeystore(key, passphrase), { mode: 0o600, flag: 'wx' })
  console.log(`${name.padEnd(12)} ${privateKeyToAddress(key)}`)
}

import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isHex, size } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { sealKeystore } from '../../apps/server/src/signer/keystore.ts'
import { failWithSentence } from '../market/fail.ts'
import { readGiven, readGivenSecret } from '../market/given-file.ts'
import { StartError } from '../market/settings.ts'

/**
 * `npm run keys -- --to DIR --passphrase-file FILE`: makes the missing keystores, with new keys, or with those of
 * `--from`, a folder of plain ones. `--rotate miner` makes a new mint signer and keeps the old one beside it, for the
 * collections that name it. Prints addresses only.
 */
const NAMES = ['miner', 'fee-signer', 'keeper', 'deployer'] as const
const SHORTEST_PASSPHRASE = 12

await failWithSentence(async () => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, from: { type: 'string' }, 'passphrase-file': { type: 'string' }, rotate: { type: 'string' } },
  })
  if (!values.to || !values['passphrase-file'])
    throw new StartError('Say where the keystores go and which file holds their passphrase: --to DIR --passphrase-file FILE.')
  const passphrase = readGivenSecret('--passphrase-file', values['passphrase-file'], SHORTEST_PASSPHRASE)
  refuseEmpty(values.from)
  if (values.rotate !== undefined) keepFormerMiner(values.to, values.rotate)
  mkdirSync(values.to, { recursive: true, mode: 0o700 })
  for (const name of NAMES) await makeKeystore(values.to, name, passphrase, values.from)
})

/** A misspelt folder would lead to new keys instead of the existing ones. */
function refuseEmpty(from: string | undefined): void {
  if (from === undefined || NAMES.some((name) => existsSync(join(from, name)))) return
  throw new StartError(`--from names ${from}, which holds none of the files ${NAMES.join(', ')}.`)
}

/** By address, so that any number of them lie beside each other. */
function keepFormerMiner(folder: string, name: string): void {
  if (name !== 'miner')
    throw new StartError('--rotate takes miner alone: collections name their miner for good, and no contract asks for a former fee signer.')
  const path = join(folder, 'miner.json')
  const [, address = ''] = /"address"\s*:\s*"(?:0x)?([0-9a-fA-F]{40})"/.exec(readGiven('--to', path)) ?? []
  if (!address) throw new StartError(`${path} does not say whose key it is.`)
  const former = join(folder, `former-miner-${address.toLowerCase()}.json`)
  if (existsSync(former)) throw new StartError(`${former} is there already.`)
  renameSync(path, former)
  console.log(`${'former-miner'.padEnd(12)} 0x${address} (${former})`)
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

import { closeSync, existsSync, fchownSync, mkdirSync, openSync, renameSync, statSync, writeFileSync } from 'node:fs'
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
 * `--from`, a folder of plain ones; with `--only NAME,NAME` these alone. They belong to the folder's owner. `--rotate
 * miner` makes a new mint signer and keeps the old one beside it, for the collections that name it. Prints addresses only.
 */
const NAMES = ['miner', 'fee-signer', 'keeper', 'settler', 'deployer'] as const
type Name = (typeof NAMES)[number]
const SHORTEST_PASSPHRASE = 12

await failWithSentence(async () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      only: { type: 'string' },
      'passphrase-file': { type: 'string' },
      rotate: { type: 'string' },
    },
  })
  if (!values.to || !values['passphrase-file'])
    throw new StartError('Say where the keystores go and which file holds their passphrase: --to DIR --passphrase-file FILE.')
  const passphrase = readGivenSecret('--passphrase-file', values['passphrase-file'], SHORTEST_PASSPHRASE)
  const names = readNames(values.only)
  refuseEmpty(values.from, names)
  const rotated = values.rotate === undefined ? undefined : findMiner(values.to, values.rotate)
  mkdirSync(values.to, { recursive: true, mode: 0o700 })
  const owner = ownerOf(values.to)
  if (rotated) keepFormerMiner(values.to, rotated)
  for (const name of rotated ? (['miner'] as const) : names)
    await makeKeystore({ folder: values.to, name, passphrase, from: values.from, owner })
})

function readNames(only: string | undefined): readonly Name[] {
  const wanted = only?.split(',')
  const unknown = wanted?.filter((name) => !NAMES.some((known) => known === name)) ?? []
  if (unknown.length > 0) throw new StartError(`--only takes ${NAMES.join(', ')}, parted by commas.`)
  return NAMES.filter((name) => wanted?.includes(name) ?? true)
}

/** Root makes keystores for the user who signs; another user's files could not be given to the folder's owner. */
function ownerOf(folder: string): Owner | undefined {
  const { uid, gid } = statSync(folder)
  const caller = process.getuid?.()
  if (caller === undefined || caller === uid) return undefined
  if (caller !== 0) throw new StartError(`${folder} belongs to another user: run this as that user, or as root.`)
  return { uid, gid }
}

type Owner = { readonly uid: number; readonly gid: number }

/** A misspelt folder would lead to new keys instead of the existing ones. */
function refuseEmpty(from: string | undefined, names: readonly Name[]): void {
  if (from === undefined || names.some((name) => existsSync(join(from, name)))) return
  throw new StartError(`--from names ${from}, which holds none of the files ${names.join(', ')}.`)
}

type Miner = { readonly path: string; readonly address: string }

function findMiner(folder: string, name: string): Miner {
  if (name !== 'miner')
    throw new StartError('--rotate takes miner alone: collections name their miner for good, and no contract asks for a former fee signer.')
  const path = join(folder, 'miner.json')
  const [, address = ''] = /"address"\s*:\s*"(?:0x)?([0-9a-fA-F]{40})"/.exec(readGiven('--to', path)) ?? []
  if (!address) throw new StartError(`${path} does not say whose key it is.`)
  return { path, address }
}

/** By address, so that any number of them lie beside each other. */
function keepFormerMiner(folder: string, { path, address }: Miner): void {
  const former = join(folder, `former-miner-${address.toLowerCase()}.json`)
  if (existsSync(former)) throw new StartError(`${former} is there already.`)
  renameSync(path, former)
  console.log(`${'former-miner'.padEnd(12)} 0x${address} (${former})`)
}

type Made = {
  readonly folder: string
  readonly name: Name
  readonly passphrase: string
  readonly from: string | undefined
  readonly owner: Owner | undefined
}

async function makeKeystore({ folder, name, passphrase, from, owner }: Made): Promise<void> {
  const path = join(folder, `${name}.json`)
  if (existsSync(path)) return console.log(`${name.padEnd(12)} kept as it is (${path})`)
  const plain = from && existsSync(join(from, name)) ? readGiven('--from', join(from, name)).trim() : undefined
  if (plain !== undefined && (!isHex(plain) || size(plain) !== 32)) throw new StartError(`${join(from ?? '', name)} holds no private key.`)
  const key = plain ?? generatePrivateKey()
  const sealed = await sealKeystore(key, passphrase)
  const file = openSync(path, 'wx', 0o600)
  try {
    // The open file, not its path: the folder's owner could have put a link there.
    if (owner) fchownSync(file, owner.uid, owner.gid)
    writeFileSync(file, sealed)
  } finally {
    closeSync(file)
  }
  console.log(`${name.padEnd(12)} ${privateKeyToAddress(key)}`)
}

import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type DeployedMarket, deployContracts, type FormerContracts, fileRecord, readFormer } from '@plinth/devnet'
import { type Address, DEFAULT_FEE_BPS, MAX_FEE_BPS, PRODUCTION_NETWORKS, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { type Hex, isAddress, isHex, size } from 'viem'
import { createRedact } from '../../apps/server/src/secrets/redact.ts'
import { KeystoreError, openKeystore } from '../../apps/server/src/signer/keystore.ts'
import { failWithSentence } from '../market/fail.ts'
import { readGiven, readGivenSecret } from '../market/given-file.ts'
import { StartError } from '../market/settings.ts'

const OPTIONS = {
  rpc: { type: 'string' },
  chain: { type: 'string' },
  operator: { type: 'string' },
  beneficiary: { type: 'string' },
  keys: { type: 'string' },
  miner: { type: 'string' },
  'fee-signer': { type: 'string' },
  'wrapped-coin': { type: 'string' },
  keystore: { type: 'string' },
  'passphrase-file': { type: 'string' },
  record: { type: 'string' },
  former: { type: 'string', multiple: true },
  'without-boxes': { type: 'boolean', default: false },
  confirmations: { type: 'string', default: '2' },
  'buyer-fee-bps': { type: 'string', default: '0' },
  'minimum-seller-fee-bps': { type: 'string', default: String(DEFAULT_FEE_BPS) },
} as const
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

/**
 * `npm run deploy -- --rpc URL --chain ID --operator ADDRESS --keys DIR`: deploys the market's contracts on a chain, or
 * the missing ones, reads everything back, and prints the entry for PLINTH_CHAINS. A second run sends nothing.
 * `--former FILE` names the record of a former edition, the oldest first, which goes into the entry.
 */
await failWithSentence(async () => {
  const { values } = parseArgs({ options: OPTIONS })
  const rpcUrl = values.rpc ?? process.env.RPC_URL
  if (!rpcUrl || !URL.canParse(rpcUrl)) throw new StartError('Say which node to ask: --rpc URL, or RPC_URL in the environment.')
  const chainId = readWhole(values, 'chain')
  const operator = readAddress(values, 'operator')
  const former = readFormerRecords(values, chainId)
  const deployment = {
    rpcUrl,
    chainId,
    operator,
    beneficiary: values.beneficiary ? readAddress(values, 'beneficiary') : operator,
    miner: readSigner(values, 'miner'),
    feeSigners: [readSigner(values, 'fee-signer')],
    fees: {
      buyerFeeBps: readFee(values, 'buyer-fee-bps'),
      minimumSellerFeeBps: readFee(values, 'minimum-seller-fee-bps'),
    },
    confirmations: readWhole(values, 'confirmations'),
    withoutBoxes: values['without-boxes'],
    ...(values['wrapped-coin'] ? { wrappedCoin: readAddress(values, 'wrapped-coin') } : {}),
    record: fileRecord(recordPath(values, chainId)),
    deployerKey: await readDeployerKey(values),
    log: (line: string) => console.error(line),
  }
  const market = await deployContracts(deployment).catch((error: unknown) => {
    throw new StartError(sentenceOf(error))
  })
  console.error(
    market.isNew ? 'The contracts are deployed and read back.' : 'The contracts are there already, as they should be: nothing was sent.',
  )
  console.log(JSON.stringify(entryOf(chainId, rpcUrl, { ...market, former }), null, 2))
})

type Named = Exclude<keyof Values, 'former' | 'without-boxes'>

function readWhole(values: Values, name: Named): number {
  const text = values[name] ?? ''
  if (!/^\d{1,15}$/.test(text)) throw new StartError(`--${name} must be a whole number.`)
  return Number(text)
}

/** The exchange would refuse a higher fee only after the factory is paid for. */
function readFee(values: Values, name: Named): bigint {
  const fee = BigInt(readWhole(values, name))
  if (fee > MAX_FEE_BPS) throw new StartError(`--${name} must be ${MAX_FEE_BPS} at most, which is ${MAX_FEE_BPS / 100n} %.`)
  return fee
}

function readAddress(values: Values, name: Named): Address {
  const text = values[name] ?? ''
  if (!isAddress(text, { strict: false })) throw new StartError(`--${name} must be an address.`)
  if (toAddress(text) === ZERO_ADDRESS) throw new StartError(`--${name} can't be the zero address.`)
  return toAddress(text)
}

function recordPath(values: Values, chainId: number): string {
  const path = values.record ?? `deployment-${chainId}.json`
  if (!existsSync(dirname(resolve(path)))) throw new StartError(`--record names ${path}, whose folder is not there.`)
  return path
}

/** A new set beside the old one needs its own record: with the old one nothing would be deployed. */
function readFormerRecords(values: Values, chainId: number): FormerContracts[] {
  const paths = values.former ?? []
  if (paths.some((path) => resolve(path) === resolve(recordPath(values, chainId))))
    throw new StartError('--former names the file of --record: the new contracts need a record of their own.')
  try {
    return paths.map((path, at) => readFormer(path, chainId, at + 1))
  } catch (error) {
    throw new StartError(sentenceOf(error))
  }
}

/** Given directly, or read from the keystore of that name: its address is no secret. */
function readSigner(values: Values, name: 'miner' | 'fee-signer'): Address {
  if (values[name]) return readAddress(values, name)
  if (!values.keys) throw new StartError(`Say who signs: --keys DIR with the keystores of npm run keys, or --${name} ADDRESS.`)
  const path = join(values.keys, `${name}.json`)
  const [, address = ''] = /"address"\s*:\s*"(?:0x)?([0-9a-fA-F]{40})"/.exec(readGiven('--keys', path)) ?? []
  if (address === '') throw new StartError(`${path} tells no address: give it with --${name}.`)
  return toAddress(`0x${address}`)
}

/** Never from the command line, which every user of the machine can see. */
async function readDeployerKey(values: Values): Promise<Hex> {
  const plain = process.env.DEPLOYER_KEY
  if (plain) {
    if (isHex(plain) && size(plain) === 32) return plain
    throw new StartError('DEPLOYER_KEY is no private key.')
  }
  const path = values.keystore ?? (values.keys ? join(values.keys, 'deployer.json') : undefined)
  const passphraseFile = values['passphrase-file'] ?? process.env.KEYSTORE_PASSPHRASE_FILE
  if (!path || !passphraseFile)
    throw new StartError('Say who pays: --keystore FILE --passphrase-file FILE, or DEPLOYER_KEY in the environment.')
  const json = readGiven(values.keystore ? '--keystore' : '--keys', path)
  return openKeystore(json, readGivenSecret('--passphrase-file', passphraseFile)).catch((error: unknown) => {
    throw error instanceof KeystoreError ? new StartError(`${path} can't be opened: ${error.message}.`) : error
  })
}

/** The node's own message, without its URL, which may contain a key. */
function sentenceOf(error: unknown): string {
  const short = typeof error === 'object' && error !== null && 'shortMessage' in error ? error.shortMessage : undefined
  const text = short ?? (error instanceof Error ? error.message : error)
  return createRedact().text(String(text))
}

type Deployed = DeployedMarket & { readonly former: readonly FormerContracts[] }

/** Options without a good default are listed by name in capitals. */
function entryOf(chainId: number, rpcUrl: string, { isNew: _, deployBlock, blockTimeS, hasBoxes, former, ...contracts }: Deployed): object {
  const known = PRODUCTION_NETWORKS.find((network) => network.chainId === chainId)
  const { origin, pathname, search } = new URL(rpcUrl)
  const {
    exchange,
    auctionExchange,
    blindBox,
    manyTransfers,
    transferProxy,
    collectionFactory,
    collection721Implementation,
    collection1155Implementation,
    official721,
    official1155,
    prizeCollection,
  } = contracts
  return {
    chainId,
    ...(known ? {} : { name: 'NAME OF THE NETWORK', symbol: 'COIN' }),
    rpcUrls: [pathname === '/' && search === '' ? origin : `${origin}/YOUR-KEY`],
    rpc: known?.rpc ?? '',
    explorer: known?.explorer ?? '',
    contracts: {
      exchange,
      auctionExchange,
      blindBox,
      manyTransfers,
      transferProxy,
      collectionFactory,
      collection721Implementation,
      collection1155Implementation,
      official721,
      official1155,
      prizeCollection,
      ...(former.length > 0 ? { former } : {}),
    },
    // A rebuild of the market's tables reads the chain from this block on.
    deployBlock: Math.min(deployBlock, ...former.map((set) => set.deployBlock)),
    blockTime: blockTimeS ?? 12,
    ...(hasBoxes ? {} : { boxes: false }),
    payTokens: [],
  }
}

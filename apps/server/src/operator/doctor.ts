import { statfs } from 'node:fs/promises'
import type { Address } from '@plinth/protocol'
import { auctionExchangeAbi, blindBoxAbi, collection721Abi, exchangeAbi } from '@plinth/protocol/abi'
import { sql } from 'kysely'
import { formatEther, type Hex } from 'viem'
import type { Chain } from '../chain/chain.ts'
import type { ChainContracts } from '../config.ts'
import type { Context } from '../context.ts'
import { findPending } from '../db/migrate.ts'
import { readinessOf } from '../readiness.ts'
import { examineBoxes } from './doctor-boxes.ts'
import { type Finding, ill, well, worry } from './finding.ts'

/** What only whoever starts the market knows. */
export type Known = {
  /** Undefined where the compiled contracts are not at hand: then only whether something is there is looked at. */
  readonly isOurs: ((contract: keyof ChainContracts, code: Hex) => boolean) | undefined
  /** Undefined where the keys can't be seen from here. */
  readonly keys: { readonly miner: Address; readonly feeSigner: Address } | undefined
  /** Who owns the market's blind boxes; undefined where no key of it is named. */
  readonly keeper?: Address | undefined
  /** Tries the way for mail; undefined where there is none. @throws what the mail server said */
  readonly tryMail: (() => Promise<void>) | undefined
}

const OLDEST_POSTGRES = 15
const GIB = 2n ** 30n
/** Below, the next film or backup may not fit. */
const LITTLE_SPACE = 2n * GIB
const LITTLE_COIN = 10n ** 16n

/** Looks at everything the market stands on. It changes nothing. */
export async function examine(context: Context, known: Known): Promise<Finding[]> {
  const database = await examineDatabase(context)
  const isUsable = database.every(({ state }) => state !== 'ill')
  const chains = await Promise.all(context.chains.all.map((chain) => examineChain(chain, known)))
  return [
    ...database,
    ...chains.flat(),
    ...(isUsable ? await examineReading(context) : []),
    ...(isUsable ? (await Promise.all(context.chains.all.map((chain) => examineBoxes(context, chain, known.keeper)))).flat() : []),
    ...(await examineStorage(context)),
    await examineMail(known),
  ]
}

async function examineDatabase({ db }: Context): Promise<Finding[]> {
  const version = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db).catch(() => undefined)
  if (!version) return [ill('database', 'It does not answer.')]
  const major = Math.floor(Number(version.rows[0]?.version) / 10_000)
  const pending = await findPending(db).catch(() => undefined)
  return [
    major < OLDEST_POSTGRES
      ? ill('database', `It is PostgreSQL ${major}: upgrade it to ${OLDEST_POSTGRES} or newer.`)
      : well('database', `PostgreSQL ${major}.`),
    pending === undefined
      ? ill('tables', 'There are none of a market: start it once, or look whether DATABASE_URL is right.')
      : pending.length > 0
        ? ill('tables', `They are of an older version, ${pending.length} steps behind: start the market once.`)
        : well('tables', 'Of this version.'),
  ]
}

async function examineChain(chain: Chain, known: Known): Promise<Finding[]> {
  const about = `chain ${chain.id}`
  const answered = await chain.ask((node) => node.getChainId()).catch(() => undefined)
  if (answered === undefined)
    return [ill(about, 'None of its nodes answers as this chain: look at rpcUrls, their keys, and whether they are of another chain.')]
  if (answered !== chain.id) return [ill(about, `Its node is of chain ${answered}: change rpcUrls.`)]
  try {
    return [well(about, 'A node answers.'), ...(await examineContracts(chain, known)), ...(await examineKeys(chain, known))]
  } catch {
    return [ill(about, 'Its nodes stopped answering in the middle: try again, or add another to rpcUrls.')]
  }
}

/** These two run as clones' code. */
const WHOLE = [
  'exchange',
  'auctionExchange',
  'blindBox',
  'transferProxy',
  'collectionFactory',
  'official721',
  'official1155',
  'prizeCollection',
] as const

async function examineContracts(chain: Chain, { isOurs }: Known): Promise<Finding[]> {
  const { contracts } = chain.config
  const found = await Promise.all(
    WHOLE.map(async (name) => {
      const code = (await chain.ask((node) => node.getCode({ address: contracts[name] }))) ?? '0x'
      const at = `${name} at ${contracts[name]}`
      if (code === '0x') return `nothing is ${at}`
      return !isOurs || isOurs(name, code) ? undefined : `${at} is other code than this version's`
    }),
  )
  const wrong = found.filter((one) => one !== undefined)
  const about = `contracts of ${chain.id}`
  if (wrong.length > 0)
    return [ill(about, `${wrong.join('; ')}: look whether \`contracts\` in PLINTH_CHAINS is what the deployment printed.`)]
  return [well(about, `All ${WHOLE.length} are there${isOurs ? ', with the code of this version' : ''}.`)]
}

async function examineKeys(chain: Chain, { keys }: Known): Promise<Finding[]> {
  const about = `keys on ${chain.id}`
  const { exchange, auctionExchange, blindBox, official721 } = chain.config.contracts
  const owner = await chain
    .ask((node) => node.readContract({ address: exchange, abi: exchangeAbi, functionName: 'owner' }))
    .catch(() => undefined)
  if (owner === undefined) return []
  const coin = await chain.ask((node) => node.getBalance({ address: owner }))
  const purse = coin < LITTLE_COIN ? worry : well
  const money = purse(`operator on ${chain.id}`, `${owner} owns the exchange and has ${formatEther(coin)} ${chain.config.network.symbol}.`)
  if (!keys) return [money, worry(about, 'They can’t be seen from here: whether they have their roles was not looked at.')]
  const asked = { functionName: 'isFeeSigner', args: [keys.feeSigner] } as const
  const [onExchange, onAuctions, onBoxes, mints] = await Promise.all([
    chain.ask((node) => node.readContract({ address: exchange, abi: exchangeAbi, ...asked })),
    chain.ask((node) => node.readContract({ address: auctionExchange, abi: auctionExchangeAbi, ...asked })),
    chain.ask((node) => node.readContract({ address: blindBox, abi: blindBoxAbi, ...asked })),
    chain.ask((node) => node.readContract({ address: official721, abi: collection721Abi, functionName: 'isSigner', args: [keys.miner] })),
  ])
  const missing = [
    ...(onExchange ? [] : ['the fee signer does not count on the exchange']),
    ...(onAuctions ? [] : ['the fee signer does not count on the auction exchange']),
    ...(onBoxes ? [] : ['the fee signer does not count on the blind box']),
    ...(mints ? [] : ['the miner does not count in the official collection']),
  ]
  if (missing.length === 0) return [money, well(about, 'Both have their roles.')]
  return [money, ill(about, `${missing.join('; ')}: the owner has to add it, or the keys are other ones.`)]
}

async function examineReading(context: Context): Promise<Finding[]> {
  await Promise.allSettled(context.chains.all.map((chain) => chain.refresh()))
  const { chains } = await readinessOf(context)
  return chains.map(({ chainId, indexed, lag, stopped }) => {
    const about = `reading of ${chainId}`
    if (stopped)
      return ill(about, 'It is stopped, because the chain took back more than it may: see "A stopped chain" in docs/operating.md.')
    if (indexed === null) return ill(about, 'It has not begun: is a process with the role indexer running?')
    if (lag === null) return worry(about, `It is at block ${indexed}; how far the chain is, no node says.`)
    return lag > 20
      ? ill(about, `It is ${lag} blocks behind: is the market running, and are its nodes quick enough?`)
      : well(about, `At block ${indexed}.`)
  })
}

async function examineStorage({ config, media }: Context): Promise<Finding[]> {
  const { mediaDir } = config
  const fault = await media.store.examine().catch((error: Error) => error)
  if (fault) return [ill('files', fault.message)]
  const { bavail, bsize } = await statfs(mediaDir, { bigint: true })
  const free = bavail * bsize
  const says = `${(Number(free) / Number(GIB)).toFixed(1)} GiB are free where ${mediaDir} lies.`
  const at = { disk: `${mediaDir} can be written.`, s3: 'The S3 storage answers.', ipfs: 'The IPFS node answers.' }
  return [well('files', at[config.storage.kind]), free < LITTLE_SPACE ? worry('disk', `Only ${says}`) : well('disk', says)]
}

async function examineMail({ tryMail }: Known): Promise<Finding> {
  if (!tryMail) return worry('mail', 'There is no way for it: nobody can sign in by e-mail (SMTP_URL, MAIL_FROM).')
  try {
    await tryMail()
    return well('mail', 'Letters can leave.')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
    return ill('mail', `The mail server of SMTP_URL can't be used (${code}).`)
  }
}

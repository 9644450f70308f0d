import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, toAddress } from '@plinth/protocol'
import { createPublicClient, encodeDeployData, formatEther, type Hex, http, keccak256, TransactionNotFoundError } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createdBy, implementationsOf } from '../addresses.ts'
import { readArtifact } from '../artifacts.ts'
import {
  MARKET_PLACES,
  type MarketPlace,
  type MarketRoles,
  type MarketStep,
  marketSteps,
  PROXY_PLACES,
  type ProxyPlace,
} from '../market-steps.ts'
import { measureBlockTime, roundedTime, whyNoBoxes } from './block-time.ts'
import { refuseCoinFace } from './coin-face.ts'
import { requireChain } from './probe.ts'
import type { DeployedContract, DeploymentRecord, RecordKeeper } from './record.ts'
import { hasCode, verifyMarket } from './verify.ts'

export interface DeployContractsOptions extends MarketRoles {
  rpcUrl: string
  chainId: number
  /** Pays for the deployment and keeps no role. */
  deployerKey: Hex
  /** The record from which a second run continues the first one. */
  record: RecordKeeper
  /** Blocks on top of a contract's own, itself included, before the next one is sent. */
  confirmations?: number
  /** How long a transaction may wait to be mined. */
  timeoutMs?: number
  /** Poll interval for it. */
  pollMs?: number
  log?: (line: string) => void
  /** Deploys on a chain too fast for blind boxes; none may be sold there. */
  withoutBoxes?: boolean
}

export interface DeployedMarket {
  collectionFactory: Address
  exchange: Address
  auctionExchange: Address
  blindBox: Address
  manyTransfers: Address
  transferProxy: Address
  official721: Address
  official1155: Address
  prizeCollection: Address
  collection721Implementation: Address
  collection1155Implementation: Address
  /** First block that can hold an event of the market. */
  deployBlock: number
  /** Seconds between blocks, as measured; undefined of a young chain. */
  blockTimeS: number | undefined
  /** False where a draw would outlive the block hash that decides it. */
  hasBoxes: boolean
  /** True when this run sent a transaction. */
  isNew: boolean
}

const POLL_MS = 1000
/** Headroom for a rise of the gas price while the transactions wait. */
const PRICE_MARGIN = 2n
/** Base cost, creation, and what constructors write. */
const CREATION_GAS = 400_000n

/**
 * Deploys the market on any chain from Cancun on, or the missing part of it, and reads everything back. Each
 * transaction is recorded before it is sent, with the nonce that decides the address: after any interruption the next
 * run continues and sends none twice. Throws one sentence for any mismatch.
 */
export async function deployContracts(options: DeployContractsOptions): Promise<DeployedMarket> {
  await requireChain(options.rpcUrl, options.chainId)
  const run = startRun(options)
  await refuseCoinFace(run.client, run.account.address, options)
  const blockTime = await measureBlockTime(run.client)
  const hasBoxes = requireBoxes(run, blockTime && whyNoBoxes(blockTime))
  await requireFunds(run)
  let isNew = false
  for (const at of MARKET_PLACES) if (await deployPlace(run, at)) isNew = true
  const places = addressesOf(run.record)
  await verifyMarket(run.client, places, options)
  const blocks = Object.values(run.record.contracts).map((contract) => contract.block ?? 0)
  const deployBlock = Math.min(...blocks)
  const blockTimeS = blockTime && roundedTime(blockTime.seconds)
  return { ...places, ...implementationsOf(places.collectionFactory), deployBlock, blockTimeS, hasBoxes, isNew }
}

type Run = ReturnType<typeof startRun>

function startRun(options: DeployContractsOptions) {
  const account = privateKeyToAccount(options.deployerKey)
  const client = createPublicClient({ transport: http(options.rpcUrl), pollingInterval: options.pollMs ?? POLL_MS, cacheTime: 0 })
  const deployer = toAddress(account.address)
  const record = options.record.read() ?? { chainId: options.chainId, deployer, contracts: {} }
  if (record.chainId !== options.chainId)
    throw new Error(`The record is of a deployment on chain ${record.chainId}, not ${options.chainId}.`)
  if (record.deployer !== deployer) throw new Error(`The record is of a deployment by ${record.deployer}, not by ${deployer}.`)
  // Its proxy can't take an operator added later.
  if (record.contracts.transferProxy && !record.contracts.manyTransfers)
    throw new Error('The record is of an earlier set of contracts, without ManyTransfers: the present set needs a record of its own.')
  return { options, account, client, record, log: options.log ?? (() => undefined) }
}

/** Whether boxes can be sold here; refuses to begin where they can't, unless the operator does without them. */
function requireBoxes({ options, record, log }: Run, reason: string | undefined): boolean {
  if (reason === undefined) return true
  const sentence = `Chain ${options.chainId} is too fast for blind boxes. ${reason}.`
  if (!options.withoutBoxes && record.contracts.blindBox === undefined)
    throw new Error(`${sentence} To deploy a market that sells none there: --without-boxes.`)
  log(sentence)
  return false
}

/** Fails before the first contract rather than after the third. */
async function requireFunds({ options, account, client, record }: Run): Promise<void> {
  const missing = stepsAt(options, 0, account.address).filter(({ at }) => record.contracts[at]?.block === undefined)
  if (missing.length === 0) return
  const gas = missing.reduce((sum, { contract }) => sum + creationGas(contract), 0n)
  const needed = gas * (await client.getGasPrice()) * PRICE_MARGIN
  const balance = await client.getBalance({ address: account.address })
  if (balance >= needed) return
  throw new Error(
    `The deployer ${toAddress(account.address)} has ${formatEther(balance)} coins and needs about ${formatEther(needed)} at today's gas price.`,
  )
}

/** 200 gas per byte of deployed code, 16 per byte of calldata; the factory deploys its two implementations as well. */
function creationGas(contract: MarketStep['contract']): bigint {
  const { bytecode } = readArtifact(contract)
  return BigInt(bytecode.length / 2) * 216n + CREATION_GAS
}

/** Whether a transaction was sent for this contract. */
async function deployPlace(run: Run, at: MarketPlace): Promise<boolean> {
  const entry = run.record.contracts[at]
  if (entry?.block !== undefined) return false
  const state = entry ? await stateOf(run, at, entry) : 'open'
  if (entry && state === 'there') keep(run, at, { ...entry, block: entry.since })
  if (entry && state === 'sent') await settle(run, at, entry)
  if (state === 'open') await settle(run, at, await send(run, at, entry))
  return state === 'open'
}

/** Status of a recorded transaction; open: no node knows it and its nonce is free. */
async function stateOf(run: Run, at: MarketPlace, entry: DeployedContract): Promise<'sent' | 'there' | 'open'> {
  const { client, account, options } = run
  if (await isKnown(run, entry.transaction)) return 'sent'
  if ((await client.getTransactionCount({ address: account.address })) <= entry.nonce) return 'open'
  // an earlier transaction of ours with this nonce was mined after all
  if (await hasCode(client, stepAt(run, at, entry.nonce).contract, entry.address)) return 'there'
  throw new Error(
    `The nonce ${entry.nonce} that the record keeps for ${at} was used for something else on chain ${options.chainId}: start over with an empty record.`,
  )
}

async function isKnown({ client }: Run, hash: Hex): Promise<boolean> {
  try {
    await client.getTransaction({ hash })
    return true
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return false
    throw error
  }
}

/** The proxy's is fixed by its exchange's, which already names it; so are those between them. */
async function nextNonce({ client, account, record }: Run, at: MarketPlace): Promise<number> {
  const places: readonly MarketPlace[] = PROXY_PLACES
  const offset = places.indexOf(at)
  if (offset > 0 && record.contracts.exchange) return record.contracts.exchange.nonce + offset
  return client.getTransactionCount({ address: account.address, blockTag: 'pending' })
}

async function send(run: Run, at: MarketPlace, earlier?: DeployedContract): Promise<DeployedContract> {
  const { client, account, options, log } = run
  const nonce = earlier?.nonce ?? (await nextNonce(run, at))
  const since = earlier?.since ?? Number(await client.getBlockNumber())
  const step = stepAt(run, at, nonce)
  const { abi, bytecode } = readArtifact(step.contract)
  const data = encodeDeployData({ abi, bytecode, args: step.args })
  const gas = await client.estimateGas({ account, data })
  // a chain with transient storage has EIP-1559, too
  const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas({ chain: null, type: 'eip1559' })
  const { chainId } = options
  const signed = await account.signTransaction({ type: 'eip1559', chainId, data, nonce, gas, maxFeePerGas, maxPriorityFeePerGas })
  const entry = { address: createdBy(account.address, nonce), nonce, transaction: keccak256(signed), since }
  keep(run, at, entry)
  log(`${step.contract}: transaction ${entry.transaction}`)
  await client.sendRawTransaction({ serializedTransaction: signed })
  return entry
}

/** Waits until the contract is deployed and records its block. */
async function settle(run: Run, at: MarketPlace, entry: DeployedContract): Promise<void> {
  const { client, options, log } = run
  const { confirmations = 1, timeoutMs = 600_000 } = options
  const receipt = await client.waitForTransactionReceipt({
    hash: entry.transaction,
    confirmations,
    checkReplacement: false,
    timeout: timeoutMs,
  })
  const { contract } = stepAt(run, at, entry.nonce)
  if (receipt.status !== 'success') {
    throw new Error(`${contract} could not be deployed: transaction ${entry.transaction} failed. Start over with an empty record.`)
  }
  await waitForCode(run, contract, entry.address)
  keep(run, at, { ...entry, block: Number(receipt.blockNumber) })
  log(`${contract}: ${entry.address} in block ${receipt.blockNumber}`)
}

/** One of several nodes behind an address may be a block behind. */
async function waitForCode({ client }: Run, contract: MarketStep['contract'], address: Address): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++, await sleep(POLL_MS)) if (await client.getCode({ address })) break
  if (!(await hasCode(client, contract, address))) throw new Error(`The code at ${address} is not that of ${contract}.`)
}

function keep(run: Run, at: MarketPlace, entry: DeployedContract): void {
  run.record.contracts[at] = entry
  run.options.record.write(run.record)
}

function stepAt({ options, account, record }: Run, at: MarketPlace, nonce: number): MarketStep {
  const exchangeNonce = at === 'exchange' ? nonce : (record.contracts.exchange?.nonce ?? nonce)
  const step = stepsAt(options, exchangeNonce, account.address).find((candidate) => candidate.at === at)
  if (!step) throw new Error(`no step for ${at}`)
  return step
}

function stepsAt(roles: MarketRoles, exchangeNonce: number, deployer: Address | Hex): MarketStep[] {
  const placeOf = (place: ProxyPlace) => createdBy(deployer, exchangeNonce + PROXY_PLACES.indexOf(place))
  const addresses = {
    exchange: placeOf('exchange'),
    auctionExchange: placeOf('auctionExchange'),
    blindBox: placeOf('blindBox'),
    manyTransfers: placeOf('manyTransfers'),
    transferProxy: placeOf('transferProxy'),
  }
  return marketSteps(addresses, roles)
}

function addressesOf({ contracts }: DeploymentRecord): Record<MarketPlace, Address> {
  const at = (place: MarketPlace) => {
    const address = contracts[place]?.address
    if (!address) throw new Error(`The record lacks ${place}.`)
    return address
  }
  return {
    collectionFactory: at('collectionFactory'),
    exchange: at('exchange'),
    auctionExchange: at('auctionExchange'),
    blindBox: at('blindBox'),
    manyTransfers: at('manyTransfers'),
    transferProxy: at('transferProxy'),
    official721: at('official721'),
    official1155: at('official1155'),
    prizeCollection: at('prizeCollection'),
  }
}

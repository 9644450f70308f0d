import { DEFAULT_FEE_BPS, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { createWalletClient, encodeDeployData, type Hex, http, numberToHex, parseEther, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  deployerOf,
  EDITION,
  FORMER_EDITIONS,
  type FormerContracts,
  type MarketAddresses,
  nonceOf,
  type PlannedPlace,
  planAddresses,
  planFormer,
  TOKEN_EDITION,
} from './addresses.ts'
import { type ContractName, isCodeOf, readArtifact } from './artifacts.ts'
import type { MarketKeys } from './keys.ts'
import { MARKET_PLACES, marketSteps } from './market-steps.ts'
import { wrappedCoinOf } from './pay-tokens.ts'
import { receiptOf } from './receipt.ts'
import { callRpc } from './rpc.ts'

export interface DeployOptions {
  rpcUrl: string
  chainId: number
  keys: MarketKeys
  /** What buyers pay on top, in bps, of contracts that this call deploys. Default 0. */
  buyerFeeBps?: bigint
  /** Default: the present one; tests deploy a former one first. */
  edition?: number
}

export interface Deployment extends MarketAddresses {
  /** First block that can hold an event of the market: a local chain is read from its beginning. */
  deployBlock: number
  /** Editions deployed on this chain before, the oldest first; absent where there are none. */
  former?: readonly FormerContracts[]
  /** True when this call deployed something. */
  isNew: boolean
}

interface Step {
  contract: ContractName
  at: PlannedPlace
  args: readonly unknown[]
}

/**
 * Deploys what is missing at its known address; existing contracts must have the same code and the same owner. A chain
 * with a former edition keeps it: the present one is deployed beside it, and the pay tokens remain.
 */
export async function deployMarket({ rpcUrl, chainId, keys, buyerFeeBps = 0n, edition = EDITION }: DeployOptions): Promise<Deployment> {
  const addresses = planAddresses(chainId, edition)
  const missing: Step[] = []
  for (const step of planSteps({ chainId, keys, buyerFeeBps }, addresses))
    if (!(await isDeployed(rpcUrl, chainId, step, addresses))) missing.push(step)
  const former = await findFormer(rpcUrl, chainId, edition)
  for (const set of former) await refuseForeignOwner(rpcUrl, chainId, set, keys)
  const isToken = ({ at }: Step) => at === 'wrappedCoin' || at === 'dollar'
  const deployed = missing.filter((step) => !isToken(step))
  await deploySteps({ rpcUrl, chainId, edition }, deployed, addresses)
  await deploySteps({ rpcUrl, chainId, edition: TOKEN_EDITION }, missing.filter(isToken), addresses)
  await refuseForeignOwner(rpcUrl, chainId, addresses, keys)
  return { ...addresses, deployBlock: 0, ...(former.length > 0 ? { former } : {}), isNew: missing.length > 0 }
}

/** Only the deployer of an edition can have put code at its addresses. */
async function findFormer(rpcUrl: string, chainId: number, present: number): Promise<FormerContracts[]> {
  const found: FormerContracts[] = []
  for (const edition of FORMER_EDITIONS.filter((before) => before < present)) {
    const set = planFormer(chainId, edition)
    const codes = await Promise.all(
      MARKET_PLACES.flatMap((at) => set[at] ?? []).map((address) => callRpc<Hex>(rpcUrl, 'eth_getCode', [address, 'latest'])),
    )
    if (codes.every((code) => code !== '0x')) found.push(set)
  }
  return found
}

type Plan = Required<Pick<DeployOptions, 'chainId' | 'keys' | 'buyerFeeBps'>>

function planSteps({ chainId, keys, buyerFeeBps }: Plan, addresses: MarketAddresses): Step[] {
  const addressOf = (key: Hex) => toAddress(privateKeyToAccount(key).address)
  const operator = addressOf(keys.operator)
  const signers = { miner: addressOf(keys.miner), feeSigners: [addressOf(keys.feeSigner)] }
  const fees = { buyerFeeBps, minimumSellerFeeBps: DEFAULT_FEE_BPS }
  const wrapped = wrappedCoinOf(chainId)
  return [
    ...marketSteps(addresses, { operator, ...signers, beneficiary: operator, fees, wrappedCoin: addresses.wrappedCoin }),
    { contract: 'WrappedCoin', at: 'wrappedCoin', args: [wrapped.name, wrapped.symbol] },
    { contract: 'DollarToken', at: 'dollar', args: [] },
  ]
}

async function isDeployed(rpcUrl: string, chainId: number, step: Step, addresses: MarketAddresses): Promise<boolean> {
  const code = await callRpc<Hex>(rpcUrl, 'eth_getCode', [addresses[step.at], 'latest'])
  if (code === '0x') return false
  if (isCodeOf(readArtifact(step.contract), code)) return true
  throw new Error(`The data of chain ${chainId} holds another version of ${step.contract}: start with a new DATA_DIR, or delete this one.`)
}

interface DeployPlace {
  rpcUrl: string
  chainId: number
  edition: number
}

async function deploySteps({ rpcUrl, chainId, edition }: DeployPlace, steps: readonly Step[], addresses: MarketAddresses): Promise<void> {
  const first = steps[0]
  if (!first) return
  const account = deployerOf(chainId, edition)
  const client = createWalletClient({ account, transport: http(rpcUrl), pollingInterval: 50 }).extend(publicActions)
  await callRpc(rpcUrl, 'anvil_setBalance', [account.address, `0x${parseEther('100').toString(16)}`])
  // The pay tokens lie where the first edition deployed them, after its market.
  if (first.at === 'wrappedCoin' && (await client.getTransactionCount({ address: account.address })) === 0)
    await callRpc(rpcUrl, 'anvil_setNonce', [account.address, numberToHex(nonceOf(edition, 'wrappedCoin'))])
  const nonce = await client.getTransactionCount({ address: account.address })
  if (nonce !== nonceOf(edition, first.at))
    throw new Error(`The contracts of chain ${chainId} are incomplete: start with a new DATA_DIR, or delete this one.`)
  for (const { contract, at, args } of steps) {
    const { abi, bytecode } = readArtifact(contract)
    const hash = await client.sendTransaction({ chain: null, data: encodeDeployData({ abi, bytecode, args }), nonce: nonceOf(edition, at) })
    const receipt = await receiptOf(client, hash)
    if (receipt.status !== 'success' || toAddress(receipt.contractAddress ?? ZERO_ADDRESS) !== addresses[at]) {
      throw new Error(`${contract} could not be deployed on chain ${chainId}`)
    }
  }
}

/** The chain's data and the keys must belong together, or no key could sign for the market. */
async function refuseForeignOwner(
  rpcUrl: string,
  chainId: number,
  { exchange }: Pick<MarketAddresses, 'exchange'>,
  keys: MarketKeys,
): Promise<void> {
  const operator = privateKeyToAccount(keys.operator).address
  const client = createWalletClient({ transport: http(rpcUrl) }).extend(publicActions)
  const owner = await client.readContract({ address: exchange, abi: readArtifact('Exchange').abi, functionName: 'owner' })
  if (owner === operator) return
  throw new Error(
    `The contracts of chain ${chainId} belong to other keys than those in DATA_DIR/keys: bring those keys back, or start with a new DATA_DIR.`,
  )
}

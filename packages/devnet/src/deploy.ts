import { DEFAULT_FEE_BPS, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { createWalletClient, encodeDeployData, type Hex, http, parseEther, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { DEPLOY_NONCES, deployerOf, type MarketAddresses, planAddresses } from './addresses.ts'
import { type ContractName, isCodeOf, readArtifact } from './artifacts.ts'
import type { MarketKeys } from './keys.ts'
import { marketSteps } from './market-steps.ts'
import { wrappedCoinOf } from './pay-tokens.ts'
import { receiptOf } from './receipt.ts'
import { callRpc } from './rpc.ts'

export interface DeployOptions {
  rpcUrl: string
  chainId: number
  keys: MarketKeys
}

export interface Deployment extends MarketAddresses {
  /** First block that can hold an event of the market: a local chain is read from its beginning. */
  deployBlock: number
  /** True when this call deployed something. */
  isNew: boolean
}

interface Step {
  contract: ContractName
  at: keyof typeof DEPLOY_NONCES
  args: readonly unknown[]
}

/** Deploys what is missing at its known address; what is there must be the same code with the same owner. */
export async function deployMarket({ rpcUrl, chainId, keys }: DeployOptions): Promise<Deployment> {
  const addresses = planAddresses(chainId)
  const missing: Step[] = []
  for (const step of planSteps(chainId, addresses, keys)) if (!(await isDeployed(rpcUrl, chainId, step, addresses))) missing.push(step)
  if (missing.length > 0) await deploySteps(rpcUrl, chainId, missing, addresses)
  await refuseForeignOwner(rpcUrl, chainId, addresses, keys)
  return { ...addresses, deployBlock: 0, isNew: missing.length > 0 }
}

function planSteps(chainId: number, addresses: MarketAddresses, keys: MarketKeys): Step[] {
  const addressOf = (key: Hex) => toAddress(privateKeyToAccount(key).address)
  const operator = addressOf(keys.operator)
  const signers = { miner: addressOf(keys.miner), feeSigners: [addressOf(keys.feeSigner)] }
  const fees = { buyerFeeBps: DEFAULT_FEE_BPS, minimumSellerFeeBps: DEFAULT_FEE_BPS }
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

async function deploySteps(rpcUrl: string, chainId: number, steps: readonly Step[], addresses: MarketAddresses): Promise<void> {
  const account = deployerOf(chainId)
  const client = createWalletClient({ account, transport: http(rpcUrl), pollingInterval: 50 }).extend(publicActions)
  await callRpc(rpcUrl, 'anvil_setBalance', [account.address, `0x${parseEther('100').toString(16)}`])
  const nonce = await client.getTransactionCount({ address: account.address })
  const first = steps[0]
  if (first && nonce !== DEPLOY_NONCES[first.at])
    throw new Error(`The contracts of chain ${chainId} are incomplete: start with a new DATA_DIR, or delete this one.`)
  for (const { contract, at, args } of steps) {
    const { abi, bytecode } = readArtifact(contract)
    const hash = await client.sendTransaction({ chain: null, data: encodeDeployData({ abi, bytecode, args }), nonce: DEPLOY_NONCES[at] })
    const receipt = await receiptOf(client, hash)
    if (receipt.status !== 'success' || toAddress(receipt.contractAddress ?? ZERO_ADDRESS) !== addresses[at]) {
      throw new Error(`${contract} could not be deployed on chain ${chainId}`)
    }
  }
}

/** The chain's data and the keys must belong together, or nobody could sign for the market. */
async function refuseForeignOwner(rpcUrl: string, chainId: number, { exchange }: MarketAddresses, keys: MarketKeys): Promise<void> {
  const operator = privateKeyToAccount(keys.operator).address
  const client = createWalletClient({ transport: http(rpcUrl) }).extend(publicActions)
  const owner = await client.readContract({ address: exchange, abi: readArtifact('Exchange').abi, functionName: 'owner' })
  if (owner === operator) return
  throw new Error(
    `The contracts of chain ${chainId} belong to other keys than those in DATA_DIR/keys: bring those keys back, or start with a new DATA_DIR.`,
  )
}

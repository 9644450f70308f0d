import { dollarTokenAbi, wrappedCoinAbi } from '@plinth/protocol/abi'
import { createWalletClient, http, parseEther, parseUnits, publicActions } from 'viem'
import { DEMO_ACCOUNTS, type DemoAccount } from './accounts.ts'
import type { MarketAddresses } from './addresses.ts'
import { receiptOf } from './receipt.ts'

export interface FundingOptions {
  rpcUrl: string
  contracts: Pick<MarketAddresses, 'wrappedCoin' | 'dollar'>
}

const WRAPPED = parseEther('500')
const DOLLARS = parseUnits('100000', 6)

/** Gives every account play money in the chain's pay tokens, beside the coins that a fresh chain gives. */
export async function fundDemoAccounts(options: FundingOptions): Promise<void> {
  await Promise.all(DEMO_ACCOUNTS.map((person) => fund(person, options)))
}

/** Two transactions in a row; only the second needs a wait. */
async function fund({ account, address }: DemoAccount, { rpcUrl, contracts }: FundingOptions): Promise<void> {
  const client = createWalletClient({ account, transport: http(rpcUrl), pollingInterval: 50 }).extend(publicActions)
  const nonce = await client.getTransactionCount({ address })
  const chain = null
  const deposited = client.writeContract({
    chain,
    nonce,
    address: contracts.wrappedCoin,
    abi: wrappedCoinAbi,
    functionName: 'deposit',
    value: WRAPPED,
  })
  const minted = client.writeContract({
    chain,
    nonce: nonce + 1,
    address: contracts.dollar,
    abi: dollarTokenAbi,
    functionName: 'mint',
    args: [address, DOLLARS],
  })
  for (const hash of await Promise.all([deposited, minted])) {
    const { status } = await receiptOf(client, hash)
    if (status !== 'success') throw new Error(`The play money for ${address} was refused: ${hash}`)
  }
}

import { DEMO_ACCOUNTS, type DemoName, mined, type Person } from '@plinth/devnet'
import { type Address, toAddress } from '@plinth/protocol'
import { wrappedCoinAbi } from '@plinth/protocol/abi'
import type { Place } from './market.ts'

export function addressOf(name: DemoName): Address {
  const found = DEMO_ACCOUNTS.find((account) => account.name === name)
  if (!found) throw new Error(`no demo account ${name}`)
  return toAddress(found.address)
}

/** Fees that an account paid for all transactions of the blocks (from, to], in wei. */
export async function gasPaid({ chain }: Place, account: Address, from: bigint, to: bigint): Promise<bigint> {
  let paid = 0n
  for (let number = from + 1n; number <= to; number++) {
    const block = await chain.getBlock({ blockNumber: number, includeTransactions: true })
    for (const transaction of block.transactions) {
      if (toAddress(transaction.from) !== account) continue
      const receipt = await chain.getTransactionReceipt({ hash: transaction.hash })
      paid += receipt.gasUsed * receipt.effectiveGasPrice
    }
  }
  return paid
}

/** The market's allowance from an account; 0 revokes it. */
export async function allowMoney(person: Person, token: Address, amount: bigint): Promise<void> {
  const { wallet, chain } = person
  const call = { address: token, abi: wrappedCoinAbi, functionName: 'approve', args: [chain.contracts.transferProxy, amount] } as const
  await mined(person, await wallet.writeContract(call))
}

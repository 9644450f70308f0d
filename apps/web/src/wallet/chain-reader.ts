import { AppError } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Hex, PublicClient } from 'viem'
import { gasLimitOf } from './gas.ts'
import type { ContractCall, Receipt } from './types.ts'

const RECEIPT_POLL_MS = 1_000
/** Looks without finding the transaction before it counts as forgotten. */
const LOST_AFTER = 30

/** Runs the call without sending it and answers its result. Throws viem's decoded revert, NO_CONTRACT where nothing is deployed. */
export async function dryRun(client: PublicClient, account: Address, call: ContractCall): Promise<unknown> {
  const code = await client.getCode({ address: call.address })
  if (code === undefined || code === '0x') throw new AppError('NO_CONTRACT', { address: call.address })
  const { abi, address, args, functionName, value = 0n } = call
  if (value > 0n && (await client.getBalance({ address: account })) < value) throw new AppError('NOT_ENOUGH_FUNDS')
  return (await client.simulateContract({ abi, address, args, functionName, value, account })).result
}

/** Gas as document B §7 rules it, and whether the account can pay for all. */
export async function gasOf(client: PublicClient, account: Address, call: ContractCall): Promise<{ gas: bigint; gasPrice: bigint }> {
  const block = await client.getBlock({ blockTag: 'latest' })
  const { abi, address, args, functionName, value = 0n } = call
  const [gasPrice, balance, estimate] = await Promise.all([
    client.getGasPrice(),
    client.getBalance({ address: account }),
    client.estimateContractGas({ abi, address, args, functionName, value, account }).catch(refuseKnown),
  ])
  const gas = gasLimitOf({ estimate, blockGasLimit: block.gasLimit })
  if (balance < value + (estimate ?? 0n) * gasPrice) throw new AppError('NOT_ENOUGH_FUNDS')
  return { gas, gasPrice }
}

/** A node that says why (code -32000) is believed; one that can't estimate leaves the seventh of a block. */
function refuseKnown(error: unknown): undefined {
  let link = error as { code?: unknown; cause?: unknown } | undefined
  while (link) {
    if (link.code === -32_000 || link.code === 3) throw error
    link = link.cause as typeof link
  }
}

/** Waits for the transaction's block. Short outages are sat out; a transaction that nobody knows any more is TX_DROPPED. */
export async function waitReceipt(client: PublicClient, hash: Hex, pollMs = RECEIPT_POLL_MS): Promise<Receipt> {
  for (let unknown = 0; unknown < LOST_AFTER; ) {
    const found = await findReceipt(client, hash)
    if (found) return found
    unknown = (await isPending(client, hash)) ? 0 : unknown + 1
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  throw new AppError('TX_DROPPED')
}

async function findReceipt(client: PublicClient, hash: Hex): Promise<Receipt | undefined> {
  try {
    const receipt = await client.getTransactionReceipt({ hash })
    return { hash: receipt.transactionHash, blockNumber: receipt.blockNumber, isSuccess: receipt.status === 'success' }
  } catch {
    return undefined
  }
}

/** True also while the network is silent: no answer is no proof of loss. */
async function isPending(client: PublicClient, hash: Hex): Promise<boolean> {
  try {
    await client.getTransaction({ hash })
    return true
  } catch (error) {
    return !(error instanceof Error && error.name === 'TransactionNotFoundError')
  }
}

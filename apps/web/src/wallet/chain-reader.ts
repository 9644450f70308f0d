import { AppError } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Hex, PublicClient, Transaction } from 'viem'
import { gasLimitOf } from './gas.ts'
import type { ContractCall, Receipt } from './types.ts'

const RECEIPT_POLL_MS = 1_000
/** Looks without finding the transaction before it counts as forgotten. */
const LOST_AFTER = 30
/** Blocks looked through for what took a vanished transaction's place. */
const REPLACED_WITHIN = 200n

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

/**
 * Waits for the transaction's block. Short outages are sat out. One that nobody knows any more was sped up or replaced in
 * the wallet, by another with its number (TX_REPLACED where that one does something else), or forgotten (TX_DROPPED).
 */
export async function waitReceipt(client: PublicClient, hash: Hex, pollMs = RECEIPT_POLL_MS): Promise<Receipt> {
  let waiting: Transaction | undefined
  for (let unknown = 0; unknown < LOST_AFTER; ) {
    const found = await findReceipt(client, hash)
    if (found) return found
    const seen = await look(client, hash)
    unknown = seen === 'unknown' ? unknown + 1 : 0
    if (typeof seen === 'object') waiting = seen
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  const other = waiting && (await findReplacement(client, waiting))
  if (!waiting || !other) throw new AppError('TX_DROPPED')
  const isSame = other.to === waiting.to && other.input === waiting.input && other.value === waiting.value
  const receipt = isSame ? await findReceipt(client, other.hash) : undefined
  if (!receipt) throw new AppError('TX_REPLACED')
  return receipt
}

async function findReceipt(client: PublicClient, hash: Hex): Promise<Receipt | undefined> {
  try {
    const receipt = await client.getTransactionReceipt({ hash })
    return { hash: receipt.transactionHash, blockNumber: receipt.blockNumber, isSuccess: receipt.status === 'success' }
  } catch {
    return undefined
  }
}

/** No answer is no proof of loss. */
async function look(client: PublicClient, hash: Hex): Promise<Transaction | 'unknown' | 'silent'> {
  try {
    return await client.getTransaction({ hash })
  } catch (error) {
    return error instanceof Error && error.name === 'TransactionNotFoundError' ? 'unknown' : 'silent'
  }
}

/** The mined transaction that used the number of one that has vanished. */
async function findReplacement(client: PublicClient, { from, nonce }: Transaction): Promise<Transaction | undefined> {
  if ((await client.getTransactionCount({ address: from })) <= nonce) return undefined
  const newest = await client.getBlockNumber()
  for (let number = newest; number >= 0n && newest - number < REPLACED_WITHIN; number--) {
    const { transactions } = await client.getBlock({ blockNumber: number, includeTransactions: true })
    const found = transactions.find((each) => each.from === from && each.nonce === nonce)
    if (found) return found
  }
  return undefined
}

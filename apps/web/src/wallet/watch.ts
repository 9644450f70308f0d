import type { Address } from '@plinth/protocol'
import { toAddress } from '@plinth/protocol'
import type { ContractCall } from '@plinth/sdk'
import { encodeFunctionData, type Hex, keccak256, type PublicClient, type Transaction } from 'viem'
import type { PendingTx, SentTx, TxStatus } from './types.ts'

/** Blocks looked through for a transaction that is known by its number only. */
const SEARCHED_BLOCKS = 200n

/** Stored before the wallet is asked, so that a page closed in between can find the transaction again. */
export async function preparePendingTx(client: PublicClient, account: Address, call: ContractCall): Promise<PendingTx> {
  const [nonce, block] = await Promise.all([
    client.getTransactionCount({ address: account, blockTag: 'pending' }),
    client.getBlockNumber({ cacheTime: 0 }),
  ])
  return { to: call.address, dataHash: keccak256(encodeFunctionData(call)), value: call.value ?? 0n, nonce, block }
}

/** The transaction that an intent became: of this account, with this number or a later one, and the very same call. */
export async function findSent(client: PublicClient, account: Address, pending: PendingTx): Promise<SentTx | undefined> {
  const count = await client.getTransactionCount({ address: account, blockTag: 'pending' })
  if (count <= pending.nonce) return undefined
  const isIt = (each: Transaction) => toAddress(each.from) === account && each.nonce >= pending.nonce && isSameCall(each, pending)
  const found = (await findTransaction(client, pending.block, isIt)) ?? (await findEarly(client, pending.block, isIt))
  return found && sentOf(found, pending.block)
}

export async function findByHash(client: PublicClient, hash: Hex): Promise<SentTx | undefined> {
  try {
    const [found, head] = await Promise.all([client.getTransaction({ hash }), client.getBlockNumber({ cacheTime: 0 })])
    return sentOf(found, found.blockNumber ?? head)
  } catch {
    return undefined
  }
}

/** One look: in a block, waiting, or gone; and if gone, what took its number (also after a reload). */
export async function getTxStatus(client: PublicClient, sent: SentTx): Promise<TxStatus> {
  try {
    const head = await client.getBlockNumber({ cacheTime: 0 })
    const mined = await findMined(client, sent.hash, head)
    if (mined) return mined
    if (await isWaiting(client, sent.hash)) return { at: 'waiting', head }
    if ((await client.getTransactionCount({ address: sent.from })) <= sent.nonce) return { at: 'unknown' }
    const other = await findTransaction(client, sent.block, (each) => toAddress(each.from) === sent.from && each.nonce === sent.nonce)
    if (!other) return { at: 'unknown' }
    if (isSameCall(other, sent)) return (await findMined(client, other.hash, head)) ?? { at: 'waiting', head }
    const isEmpty = other.value === 0n && other.input === '0x' && other.to !== null && toAddress(other.to) === sent.from
    return { at: isEmpty ? 'cancelled' : 'replaced' }
  } catch {
    return { at: 'silent' }
  }
}

async function findMined(client: PublicClient, hash: Hex, head: bigint): Promise<TxStatus | undefined> {
  try {
    const { transactionHash, blockNumber, blockHash, status } = await client.getTransactionReceipt({ hash })
    const depth = head < blockNumber ? 1n : head - blockNumber + 1n
    return { at: 'mined', hash: transactionHash, blockNumber, blockHash, isSuccess: status === 'success', depth }
  } catch (error) {
    return noneIf(error, 'TransactionReceiptNotFoundError')
  }
}

async function isWaiting(client: PublicClient, hash: Hex): Promise<boolean> {
  const found = await client.getTransaction({ hash }).catch((error: unknown) => noneIf(error, 'TransactionNotFoundError'))
  return found !== undefined
}

/** "There is none" is an answer; silence is not. */
function noneIf(error: unknown, name: string): undefined {
  if (!(error instanceof Error && error.name === name)) throw error
}

/** Waiting ones first, where the node shows them, then block by block backwards as far as the transaction can be. */
async function findTransaction(client: PublicClient, since: bigint, isIt: (each: Transaction) => boolean) {
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const oldest = since > head - SEARCHED_BLOCKS ? since : head - SEARCHED_BLOCKS
  const waiting = await client.getBlock({ blockTag: 'pending', includeTransactions: true }).catch(() => undefined)
  const found = waiting?.transactions.find((each) => isIt(each as Transaction))
  if (found) return found as Transaction
  for (let number = head; number >= 0n && number >= oldest; number--) {
    const { transactions } = await client.getBlock({ blockNumber: number, includeTransactions: true })
    const mined = transactions.find(isIt)
    if (mined) return mined
  }
  return undefined
}

/** Forwards from the block at which the wallet was asked: a page that comes back much later finds it there. */
async function findEarly(client: PublicClient, since: bigint, isIt: (each: Transaction) => boolean) {
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const newest = head - SEARCHED_BLOCKS - 1n
  const last = since + SEARCHED_BLOCKS < newest ? since + SEARCHED_BLOCKS : newest
  for (let number = since; number <= last; number++) {
    const { transactions } = await client.getBlock({ blockNumber: number, includeTransactions: true })
    const mined = transactions.find(isIt)
    if (mined) return mined
  }
  return undefined
}

function isSameCall(each: Transaction, { to, dataHash, value }: PendingTx): boolean {
  return each.to !== null && toAddress(each.to) === to && each.value === value && keccak256(each.input) === dataHash
}

function sentOf({ hash, from, to, input, value, nonce }: Transaction, block: bigint): SentTx {
  return { hash, from: toAddress(from), to: toAddress(to ?? from), dataHash: keccak256(input), value, nonce, block }
}

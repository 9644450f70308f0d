import { AppError } from '@plinth/api'
import { type Address, LOCK_LIFE_S, toAddress } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { decodeFunctionData, type Hex, type Transaction } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { RequestContext } from '../../context.ts'
import { bytes, type Db, transact } from '../../db/database.ts'
import type { ItemRef } from '../../db/item-keys.ts'
import { findItem } from '../../state/items/store.ts'
import { emitEvents } from '../../state/outbox/outbox.ts'

/** Blocks searched for a purchase whose hash was not sent. */
const RECENT_BLOCKS = 12

/** Locks an item while the caller's own purchase of it is on its way to the index (decision 24). */
export async function lockItem(
  context: RequestContext,
  input: { collection: Address; tokenId: bigint; txHash?: Hex; chainId?: number },
): Promise<void> {
  const { address } = context.requireCaller()
  const chain = await context.chains.resolveForWrite(input)
  const ref = { chainId: chain.id, collection: input.collection, tokenId: input.tokenId }
  if (!(await findItem(context.db, ref))) throw new AppError('NOT_FOUND')
  if (await isIndexed(context.db, chain, ref, address, input.txHash)) return
  const txHash = input.txHash ? await checkPurchase(chain, ref, address, input.txHash) : await findPurchase(chain, ref, address)
  if (!txHash) throw new AppError('NO_PURCHASE')
  const lock = { buyer: bytes(address), tx_hash: bytes(txHash), until: context.clock.now() + LOCK_LIFE_S }
  await transact(context.db, async (tx) => {
    // Locking the cursor decides: either the index has the purchase now, or it will find and delete this lock.
    await tx.selectFrom('chain_cursor').select('number').where('chain_id', '=', chain.id).forShare().execute()
    if (await isIndexed(tx, chain, ref, address, txHash)) return
    await tx
      .insertInto('item_lock')
      .values({ chain_id: chain.id, collection: bytes(ref.collection), token_id: ref.tokenId, ...lock })
      .onConflict((conflict) =>
        conflict
          .columns(['chain_id', 'collection', 'token_id'])
          .doUpdateSet(lock)
          // Once per buyer: a transaction that is never mined can't block an item for good.
          .where('item_lock.buyer', '!=', lock.buyer)
          .where('item_lock.until', '<=', context.clock.now()),
      )
      .execute()
    await emitEvents(tx, [{ topic: 'item', ...ref }])
  })
}

/** The index already has the purchase: no lock is needed. */
async function isIndexed(db: Db, chain: Chain, ref: ItemRef, buyer: Address, txHash: Hex | undefined): Promise<boolean> {
  let query = db
    .selectFrom('order_event')
    .select('log_index')
    .where('chain_id', '=', chain.id)
    .where('collection', '=', bytes(ref.collection))
    .where('token_id', '=', ref.tokenId)
    .where('kind', '=', 'fill')
    .where('receiver', '=', bytes(buyer))
  query = txHash ? query.where('tx_hash', '=', bytes(txHash)) : query.where('at', '>', chain.now() - LOCK_LIFE_S)
  return (await query.executeTakeFirst()) !== undefined
}

async function checkPurchase(chain: Chain, ref: ItemRef, buyer: Address, hash: Hex): Promise<Hex | undefined> {
  const transaction = await chain.read((node) => node.getTransaction({ hash }).catch(undefinedIf('TransactionNotFoundError')))
  if (!transaction || !isPurchase(transaction, chain, ref, buyer)) return undefined
  const receiptNow = () => chain.read((node) => node.getTransactionReceipt({ hash }).catch(undefinedIf('TransactionReceiptNotFoundError')))
  const early = await receiptNow()
  if (!early && (await wouldPass(chain, transaction))) return hash
  // If it was mined in between, a simulation would fail.
  const receipt = early ?? (await receiptNow())
  if (!receipt) return undefined
  if (receipt.status !== 'success') return undefined
  const block = await chain.read((node) => node.getBlock({ blockHash: receipt.blockHash, includeTransactions: false }))
  return Number(block.timestamp) > chain.now() - LOCK_LIFE_S ? hash : undefined
}

/** The caller's purchase among what is pending or was just mined. */
async function findPurchase(chain: Chain, ref: ItemRef, buyer: Address): Promise<Hex | undefined> {
  const pending = await chain.read((node) => node.getBlock({ blockTag: 'pending', includeTransactions: true }))
  const waiting = pending.transactions.find((transaction) => isPurchase(transaction, chain, ref, buyer))
  if (waiting && (await wouldPass(chain, waiting))) return waiting.hash
  const head = Number(await chain.read((node) => node.getBlockNumber()))
  for (let number = head; number > Math.max(0, head - RECENT_BLOCKS); number--) {
    const block = await chain.read((node) => node.getBlock({ blockNumber: BigInt(number), includeTransactions: true }))
    const found = block.transactions.find((transaction) => isPurchase(transaction, chain, ref, buyer))
    if (found) return checkPurchase(chain, ref, buyer, found.hash)
  }
  return undefined
}

/** Any account can send a transaction that is bound to fail; only a purchase that would succeed now blocks others. */
async function wouldPass(chain: Chain, { from, to, input, value }: Pick<Transaction, 'from' | 'to' | 'input' | 'value'>): Promise<boolean> {
  try {
    await chain.read((node) => node.call({ account: from, to, data: input, value, blockTag: 'latest' }))
    return true
  } catch (error) {
    if (error instanceof AppError) throw error
    return false
  }
}

function isPurchase(transaction: Pick<Transaction, 'from' | 'to' | 'input'>, chain: Chain, ref: ItemRef, buyer: Address): boolean {
  if (!transaction.to || toAddress(transaction.to) !== chain.config.contracts.exchange || toAddress(transaction.from) !== buyer)
    return false
  try {
    const call = decodeFunctionData({ abi: exchangeAbi, data: transaction.input })
    const orders =
      call.functionName === 'exchange' ? [call.args[0]] : call.functionName === 'sweep' ? call.args[0].map(({ order }) => order) : []
    return orders.some(({ key: { sellAsset } }) => toAddress(sellAsset.token) === ref.collection && sellAsset.tokenId === ref.tokenId)
  } catch {
    return false
  }
}

function undefinedIf(name: string) {
  return (error: unknown): undefined => {
    if (error instanceof Error && error.name === name) return undefined
    throw error
  }
}

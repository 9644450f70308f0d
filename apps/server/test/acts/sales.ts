import { ACTION_TYPE, type Address, HISTORY_TYPE, TOKEN_STANDARD, type TokenStandard, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { keccak256, toHex } from 'viem'
import { bytes, type Tx, transact } from '../../src/db/database.ts'
import { refreshStatisticsOf } from '../../src/jobs/refresh-statistics.ts'
import type { RawLog } from '../../src/state/chain/raw-log.ts'
import { blank } from '../../src/state/collections/confirm.ts'
import { DirtyKeys } from '../../src/state/dirty-keys.ts'
import { refreshStatistics } from '../../src/state/statistics/refresh.ts'
import { takeOutAbove } from '../../src/state/statistics/sales.ts'
import { WriteBatch } from '../../src/state/write-batch.ts'
import type { TestServer } from '../market/harness.ts'

const filled = (digits: string): Address => toAddress(`0x${digits.repeat(20)}`)
export const [ANN, BEN, CAT, DON] = ['a1', 'b1', 'c1', 'd1'].map(filled) as [Address, Address, Address, Address]
export const TOKEN = filled('70')

export type Sold = {
  readonly item: { readonly collection: Address; readonly tokenId: bigint }
  readonly seller: Address
  readonly buyer: Address
  /** Of a unit. */
  readonly price: bigint
  readonly at: number
  readonly units?: bigint
  readonly payToken?: Address
  readonly hasFee?: boolean
}

/** Writes sales and transfers as the indexer does, one block each, without a chain. */
export class SaleBook {
  readonly #server: TestServer
  #blocks = 0
  readonly #standards = new Map<Address, TokenStandard>()

  constructor(server: TestServer) {
    this.#server = server
  }

  get chain() {
    const [chain] = this.#server.context.chains.all
    if (!chain) throw new Error('The market has no chain')
    return chain
  }

  /** The number of the last block. */
  get height(): number {
    return this.#blocks
  }

  async collection(digits: string, standard: TokenStandard = TOKEN_STANDARD.ERC721): Promise<Address> {
    const address = filled(digits)
    this.#standards.set(address, standard)
    await this.#server.context.db
      .insertInto('collection')
      .values({
        ...blank,
        chain_id: this.chain.id,
        address: bytes(address),
        name: `Collection ${digits}`,
        symbol: '',
        standard,
        owner: bytes(ANN),
        signer: bytes(ANN),
        is_confirmed: true,
        created_at: 1,
        updated_at: 1,
      })
      .execute()
    return address
  }

  mint(item: Sold['item'], to: Address, at: number, quantity = 1n): Promise<void> {
    return this.#block(at, (writes, log) => this.#transfer(writes, { log, item, from: ZERO_ADDRESS, to, at, quantity }))
  }

  send(item: Sold['item'], from: Address, to: Address, at: number, quantity = 1n): Promise<void> {
    return this.#block(at, (writes, log) => this.#transfer(writes, { log, item, from, to, at, quantity }))
  }

  sell({ item, seller, buyer, price, at, units = 1n, payToken = ZERO_ADDRESS, hasFee = true }: Sold): Promise<void> {
    return this.#block(at, (writes, log) => {
      writes.sales.push({ log, at, kind: 'sale', ...item, seller, buyer, payToken, amount: price * units, units, hasFee })
      const snapshot = {
        maker: seller,
        sellToken: item.collection,
        buyToken: payToken,
        payToken,
        sellValue: String(units),
        buyValue: String(price * units),
        quantity: String(units),
        filled: String(units),
      }
      writes.activities.push({
        chainId: this.chain.id,
        ...item,
        type: ACTION_TYPE.BUY,
        from: seller,
        to: buyer,
        version: 1,
        snapshot,
        quantity: units,
        blockHash: log.blockHash,
        logIndex: log.index,
        txHash: log.txHash,
        createdAt: at,
      })
      this.#transfer(writes, { log: { ...log, index: 1 }, item, from: seller, to: buyer, at, quantity: units }, true)
    })
  }

  /** Takes the sales of later blocks back, as a reorganisation does. */
  async revertAbove(number: number): Promise<void> {
    await transact(this.#server.context.db, async (tx) => {
      const dirty = new DirtyKeys()
      const above = { chainId: this.chain.id, number }
      await takeOutAbove(tx, above, dirty)
      for (const table of ['sale', 'item_transfer'] as const)
        await tx.deleteFrom(table).where('chain_id', '=', this.chain.id).where('block_number', '>', number).execute()
      await refreshStatistics({ tx, chainId: this.chain.id, dirty })
    })
  }

  /** The job's turn. */
  async refresh(): Promise<void> {
    while (await refreshStatisticsOf(this.#server.context, this.chain));
  }

  async #block(at: number, write: (writes: WriteBatch, log: RawLog) => void): Promise<void> {
    const log = logOf(++this.#blocks)
    await transact(this.#server.context.db, async (tx) => {
      const [writes, dirty] = [new WriteBatch(), new DirtyKeys()]
      write(writes, log)
      await this.#keep(tx, log, at)
      await writes.flush({ tx, chainId: this.chain.id, dirty })
      for (const { tokenId, collection } of await this.#moved(tx, log.blockNumber)) dirty.transfer({ tokenId, collection })
      await refreshStatistics({ tx, chainId: this.chain.id, dirty })
    })
  }

  async #keep(tx: Tx, log: RawLog, at: number): Promise<void> {
    const block = { chain_id: this.chain.id, hash: bytes(log.blockHash), number: log.blockNumber, parent_hash: bytes(log.blockHash), at }
    await tx.insertInto('chain_block').values(block).execute()
  }

  async #moved(tx: Tx, number: number): Promise<{ collection: Address; tokenId: bigint }[]> {
    const rows = await tx.selectFrom('item_transfer').select(['collection', 'token_id']).where('block_number', '=', number).execute()
    return rows.map((row) => ({ collection: toAddress(`0x${Buffer.from(row.collection).toString('hex')}`), tokenId: row.token_id }))
  }

  #transfer(
    writes: WriteBatch,
    move: { log: RawLog; item: Sold['item']; from: Address; to: Address; at: number; quantity: bigint },
    isTrade = false,
  ): void {
    const { log, item, from, to, at, quantity } = move
    const standard = this.#standards.get(item.collection) ?? TOKEN_STANDARD.ERC721
    writes.transfer(standard, { ...item, from, to, quantity, log, part: 0, at, isTrade })
    if (isTrade) return
    writes.activities.push({
      chainId: this.chain.id,
      ...item,
      type: from === ZERO_ADDRESS ? HISTORY_TYPE.MINT : HISTORY_TYPE.TRANSFER,
      from: from === ZERO_ADDRESS ? to : from,
      to,
      version: 0,
      quantity,
      blockHash: log.blockHash,
      logIndex: log.index,
      txHash: log.txHash,
      createdAt: at,
    })
  }
}

function logOf(blockNumber: number): RawLog {
  const hash = keccak256(toHex(`block ${blockNumber}`))
  return { address: TOKEN, topics: [], data: '0x', blockHash: hash, blockNumber, index: 0, txHash: keccak256(hash) }
}

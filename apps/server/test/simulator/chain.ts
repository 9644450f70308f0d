import { type Address, TOKEN_STANDARD } from '@plinth/protocol'
import { concat, type Hex } from 'viem'
import { bloomOf } from '../../src/indexer/bloom.ts'
import { act, actOnSigned, moveUnseen, sayUnreadably } from './acts.ts'
import { CONTRACTS, FOREIGN, Ledger } from './ledger.ts'
import type { SimLog } from './logs.ts'
import type { Random } from './random.ts'

export type MinedLog = SimLog & { readonly index: number; readonly txIndex: number; readonly txHash: Hex }
export type Block = {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timestamp: number
  readonly bloom: Hex
  readonly logs: readonly MinedLog[]
  readonly txs: number
  readonly ledger: Ledger
  /** Its last transaction, where its logs are unreadable. */
  readonly unreadable: { readonly by: Address | undefined; readonly txHash: Hex; readonly shapes: readonly number[] } | undefined
}

export const GENESIS_AT = 1_900_000_000
const MOST_ACTS = 4
const ZERO: Hex = `0x${'0'.repeat(64)}`

/** A chain in memory: blocks of acts derived from the seed, their forks, and the current canonical one. */
export class FakeChain {
  readonly chainId: number
  readonly #random: Random
  readonly #unreadable: Random | undefined
  readonly #signing: Random | undefined
  readonly #byHash = new Map<Hex, Block>()
  #canonical: Block[]

  /** Later additions have random numbers of their own: without them the rest is as it was. */
  constructor(
    chainId: number,
    random: Random,
    { unreadable, signing }: { unreadable?: Random | undefined; signing?: Random | undefined } = {},
  ) {
    this.chainId = chainId
    this.#random = random
    this.#unreadable = unreadable
    this.#signing = signing
    this.#canonical = [this.#seal(undefined, new Ledger(), [])]
  }

  get head(): Block {
    const head = this.#canonical.at(-1)
    if (!head) throw new Error('The chain has no block')
    return head
  }

  at(number: number): Block | undefined {
    return this.#canonical[number]
  }

  /** Any block ever made, orphaned ones too. */
  byHash(hash: unknown): Block | undefined {
    return this.#byHash.get(hash as Hex)
  }

  isCanonical(block: Block): boolean {
    return this.#canonical[block.number] === block
  }

  blocks(): readonly Block[] {
    return this.#canonical
  }

  mine(count: number): void {
    for (let mined = 0; mined < count; mined++) this.#canonical.push(this.#next(this.head))
  }

  /** Reverts the last `depth` blocks, never the first block, and puts `length` others there. */
  reorg(depth: number, length: number): void {
    this.#canonical = this.#canonical.slice(0, Math.max(1, this.#canonical.length - depth))
    this.mine(length)
  }

  /** Makes the chain that ends in this block canonical: an orphaned fork may return. */
  flipTo(tip: Block): void {
    const blocks: Block[] = []
    for (let block: Block | undefined = tip; block; block = this.#byHash.get(block.parentHash)) blocks.unshift(block)
    this.#canonical = blocks
  }

  /** Some block of this height on another fork. */
  sibling(number: number): Block | undefined {
    return [...this.#byHash.values()].find((block) => block.number === number && !this.isCanonical(block))
  }

  code(address: Hex, block: Block): Hex {
    const collection = block.ledger.collections.find((one) => one.address === address)
    const isClone = collection?.kind === 'clone' || collection?.kind === 'rogue'
    if (!isClone) return collection || FOREIGN.some((one) => one.address === address) ? '0x6000' : '0x'
    const implementation =
      collection.standard === TOKEN_STANDARD.ERC721 ? CONTRACTS.collection721Implementation : CONTRACTS.collection1155Implementation
    return concat(['0x363d3d373d3d3d363d73', implementation, '0x5af43d82803e903d91602b57fd5bf3', `0x${'07'.repeat(32)}`])
  }

  #next(parent: Block): Block {
    const ledger = parent.ledger.clone()
    const acts = this.#random.chance(0.25) ? 0 : this.#random.between(1, MOST_ACTS)
    const txs = Array.from({ length: acts }, () => act(ledger, this.#random))
    if (this.#signing?.chance(0.5)) txs.push(actOnSigned(ledger, this.#signing))
    const sent = txs.filter((logs) => logs.length > 0)
    return this.#seal(parent, ledger, sent)
  }

  #seal(parent: Block | undefined, ledger: Ledger, txs: readonly SimLog[][]): Block {
    const logs = txs.flatMap((tx, txIndex) => {
      const txHash = this.#random.hash()
      return tx.map((log) => ({ ...log, txIndex, txHash }))
    })
    const last = parent && this.#sayUnreadably(ledger, txs.length)
    const unseen = parent ? this.#moveUnseen(ledger, txs.length + (last ? 1 : 0)) : []
    logs.push(...(last?.logs ?? []), ...unseen)
    const block: Block = {
      number: parent ? parent.number + 1 : 0,
      hash: this.#random.hash(),
      parentHash: parent?.hash ?? ZERO,
      timestamp: parent ? parent.timestamp + this.#random.between(1, 15) : GENESIS_AT,
      bloom: bloomOf(logs),
      logs: logs.map((log, index) => ({ ...log, index })),
      txs: txs.length + (last ? 1 : 0) + unseen.length,
      ledger,
      unreadable: last,
    }
    this.#byHash.set(block.hash, block)
    return block
  }

  /** One log, of a transaction of its own. */
  #moveUnseen(ledger: Ledger, txIndex: number) {
    const random = this.#unreadable
    if (!random?.chance(0.1)) return []
    const txHash = random.hash()
    return moveUnseen(ledger, random).map((log) => ({ ...log, txIndex, txHash }))
  }

  #sayUnreadably(ledger: Ledger, txIndex: number) {
    const random = this.#unreadable
    if (!random?.chance(0.3)) return undefined
    const txHash = random.hash()
    const { logs, shapes } = sayUnreadably(ledger, random)
    return { txHash, shapes, by: logs[0]?.address, logs: logs.map((log) => ({ ...log, txIndex, txHash })) }
  }
}

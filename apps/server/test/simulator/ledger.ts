import { type Address, TOKEN_STANDARD, type TokenStandard, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import type { Hex } from 'viem'
import type { ChainContracts } from '../../src/config/config.ts'

const filled = (digits: string): Address => toAddress(`0x${digits.repeat(20)}`)

export const CONTRACTS: ChainContracts = {
  exchange: filled('e1'),
  auctionExchange: filled('e6'),
  blindBox: filled('e8'),
  transferProxy: filled('e2'),
  collectionFactory: filled('e3'),
  collection721Implementation: filled('e4'),
  collection1155Implementation: filled('e5'),
  official721: filled('a7'),
  official1155: filled('a1'),
  prizeCollection: filled('e9'),
}
export const DOLLAR = filled('d0')
export const PEOPLE: readonly Address[] = ['11', '22', '33', '44', '55', '66'].map(filled)

/** `foreign` ones are external, until an operator imports them; a `rogue` is a clone with its maker's own signer. */
export type SimCollection = {
  readonly address: Address
  readonly standard: TokenStandard
  readonly kind: 'official' | 'clone' | 'rogue' | 'foreign'
}

export const OFFICIAL = {
  erc721: { address: CONTRACTS.official721, standard: TOKEN_STANDARD.ERC721, kind: 'official' },
  erc1155: { address: CONTRACTS.official1155, standard: TOKEN_STANDARD.ERC1155, kind: 'official' },
} as const satisfies Record<string, SimCollection>
export const FOREIGN: readonly SimCollection[] = [
  { address: filled('f7'), standard: TOKEN_STANDARD.ERC721, kind: 'foreign' },
  { address: filled('f1'), standard: TOKEN_STANDARD.ERC1155, kind: 'foreign' },
]

export type Moved = { readonly from: Address; readonly to: Address; readonly tokenId: bigint; readonly quantity: bigint }
export type Money = { readonly balance: bigint; readonly allowance: bigint }
export type Held = { readonly collection: SimCollection; readonly tokenId: bigint; readonly owner: Address; readonly quantity: bigint }

/** The BlindBox's state of a series. */
export type SimBox = {
  readonly isRegistered: boolean
  readonly requests: readonly { readonly buyer: Address; readonly boxes: number; readonly fate: 'waiting' | 'revealed' | 'refunded' }[]
  /** Copies of each kind neither drawn nor withdrawn. */
  readonly rest: readonly number[]
  readonly chainEnd: number
  readonly isStopped: boolean
  readonly bond: bigint
}

export const NEW_BOX: SimBox = { isRegistered: false, requests: [], rest: [5, 3], chainEnd: 0, isStopped: false, bond: 0n }

export type SimOrder = {
  readonly key: string
  readonly maker: Address
  readonly sequence: bigint
  readonly salt: bigint
  readonly isSale: boolean
  readonly collection: SimCollection
  readonly tokenId: bigint
  readonly quantity: bigint
  readonly payToken: Address
  readonly total: bigint
  /** When it was signed: the chain's head, and unix seconds; zero for those of every run. */
  readonly listedBlock: number
  readonly listedAt: number
}

export type SimBid = {
  readonly hash: Hex
  readonly bidder: Address
  readonly total: bigint
  /** The bidder's at its signature. */
  readonly epoch: bigint
  /** The chain's head when it was signed, and unix seconds. */
  readonly listedBlock: number
  readonly listedAt: number
}

/** The state of a chain's contracts as of one block: later acts are possible from it. */
export class Ledger {
  readonly collections: SimCollection[] = [...Object.values(OFFICIAL), ...FOREIGN]
  readonly #held = new Map<string, Held>()
  /** Balance of items without a mint: the sender's is negative. */
  readonly #unseen: (Moved & { readonly collection: SimCollection })[] = []
  readonly #minted = new Map<Address, bigint>()
  readonly #filled = new Map<string, bigint>()
  readonly #money = new Map<Address, Money>()
  readonly #approved = new Set<string>()
  readonly #boxes = new Map<Hex, SimBox>()
  readonly #epochs = new Map<Address, bigint>()
  readonly #traded = new Set<string>()
  /** Orders and bids that were signed while the chain lived: signatures belong to no block, so all its ledgers share them. */
  signed: SimOrder[] = []
  signedBids: SimBid[] = []

  clone(): Ledger {
    const copy = new Ledger()
    copy.collections.splice(0, Number.POSITIVE_INFINITY, ...this.collections)
    for (const [key, held] of this.#held) copy.#held.set(key, held)
    copy.#unseen.push(...this.#unseen)
    for (const [key, id] of this.#minted) copy.#minted.set(key, id)
    for (const [key, amount] of this.#filled) copy.#filled.set(key, amount)
    for (const [key, money] of this.#money) copy.#money.set(key, money)
    for (const key of this.#approved) copy.#approved.add(key)
    for (const [hash, box] of this.#boxes) copy.#boxes.set(hash, box)
    for (const [account, epoch] of this.#epochs) copy.#epochs.set(account, epoch)
    for (const key of this.#traded) copy.#traded.add(key)
    copy.signed = this.signed
    copy.signedBids = this.signedBids
    return copy
  }

  holdings(): Held[] {
    return [...this.#held.values()]
  }

  held(collection: Address, tokenId: bigint, owner: Address): bigint {
    return this.#held.get(`${collection}:${tokenId}:${owner}`)?.quantity ?? 0n
  }

  add(collection: SimCollection, tokenId: bigint, owner: Address, amount: bigint): void {
    const key = `${collection.address}:${tokenId}:${owner}`
    const quantity = (this.#held.get(key)?.quantity ?? 0n) + amount
    if (quantity < 0n) throw new Error('The simulator moved what nobody has')
    if (quantity === 0n) this.#held.delete(key)
    else this.#held.set(key, { collection, tokenId, owner, quantity })
  }

  move(collection: SimCollection, { from, to, tokenId, quantity }: Moved): void {
    if (from !== ZERO_ADDRESS) this.add(collection, tokenId, from, -quantity)
    if (to !== ZERO_ADDRESS) this.add(collection, tokenId, to, quantity)
  }

  moveUnseen(collection: SimCollection, moved: Moved): void {
    this.#unseen.push({ collection, ...moved })
  }

  /** The effect of the collections' logs, possible or not. */
  said(): Held[] {
    const copy = new Map(this.#held)
    for (const { collection, from, to, tokenId, quantity } of this.#unseen)
      for (const [owner, amount] of [
        [from, -quantity],
        [to, quantity],
      ] as const) {
        const key = `${collection.address}:${tokenId}:${owner}`
        copy.set(key, { collection, tokenId, owner, quantity: (copy.get(key)?.quantity ?? 0n) + amount })
      }
    return [...copy.values()].filter(({ quantity }) => quantity !== 0n)
  }

  nextToken({ address }: SimCollection): bigint {
    const id = (this.#minted.get(address) ?? 0n) + 1n
    this.#minted.set(address, id)
    return id
  }

  /** Filled units of an order's sell side; cancelled orders have the maximum. */
  filled(order: string): bigint {
    return this.#filled.get(order) ?? 0n
  }

  fill(order: string, amount: bigint): void {
    this.#filled.set(order, this.filled(order) + amount)
  }

  trade(order: string, amount: bigint): void {
    this.fill(order, amount)
    this.#traded.add(order)
  }

  isTraded(order: string): boolean {
    return this.#traded.has(order)
  }

  /** Zero for an account that never ended everything. */
  epoch(account: Address): bigint {
    return this.#epochs.get(account) ?? 0n
  }

  endEverything(account: Address, epoch: bigint): void {
    this.#epochs.set(account, epoch)
  }

  /** Whether an end took this number: the first one takes all below 1,024, and each what does not carry its epoch. */
  isEnded(account: Address, sequence: bigint): boolean {
    const epoch = this.epoch(account)
    return epoch !== 0n && (sequence < 1_024n || sequence / 2n ** 24n !== epoch)
  }

  /** Voids the bids of an auction up to this one. */
  voided(auction: string, bidder: Address): bigint {
    return this.filled(`${auction}:${bidder}`)
  }

  voidBids(auction: string, bidder: Address, upTo: bigint): void {
    if (upTo > this.voided(auction, bidder)) this.#filled.set(`${auction}:${bidder}`, upTo)
  }

  /** Whether the transfer proxy is approved for the owner's items of the collection. */
  isApproved({ address }: SimCollection, owner: Address): boolean {
    return this.#approved.has(`${address}:${owner}`)
  }

  approve({ address }: SimCollection, owner: Address, isApproved: boolean): void {
    if (isApproved) this.#approved.add(`${address}:${owner}`)
    else this.#approved.delete(`${address}:${owner}`)
  }

  box(hash: Hex): SimBox {
    return this.#boxes.get(hash) ?? NEW_BOX
  }

  setBox(hash: Hex, box: SimBox): void {
    this.#boxes.set(hash, box)
  }

  money(account: Address): Money {
    return this.#money.get(account) ?? { balance: 0n, allowance: 0n }
  }

  setMoney(account: Address, money: Money): void {
    this.#money.set(account, money)
  }
}

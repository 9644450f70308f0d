import type { BoxRecord } from '@plinth/api'
import { type Address, boxPreimages, commitmentOf, drawKinds, drawSeed, ZERO_ADDRESS } from '@plinth/protocol'
import { blindBoxAbi } from '@plinth/protocol/abi'
import { type AbiEvent, encodeAbiParameters, encodeEventTopics, type Hex, keccak256, toHex } from 'viem'
import type { ChainLog, Wallet } from '../../src/wallet/types.ts'
import { HASH } from './records.ts'

const WORDS = boxPreimages(keccak256('0x5ec7e7'), 20)

/** As every block of a scripted wallet's chain is called. */
const hashOf = (block: number): Hex => keccak256(toHex(BigInt(block)))

/** The chain of one series, drawn as it should be: what a browser reads to check it. */
export class DrawnChain {
  readonly logs: ChainLog[] = []
  readonly #box: BoxRecord
  #left: readonly number[]
  #request = 0

  constructor(box: BoxRecord, wallet: Wallet) {
    this.#box = box
    this.#left = box.order.sellings
    const { owner, salt, opening, repeat } = box.order
    const key = { owner, salt, sellAssets: [], buyAsset: { token: ZERO_ADDRESS, tokenId: 0n, assetType: 0 } }
    const assetAmounts = box.order.sellings.map(BigInt)
    const times = { startTime: BigInt(box.startTime), endTime: BigInt(box.endTime) }
    const order = { key, opening: BigInt(opening), repeat, ...times, buying: box.order.total, assetAmounts, sellerFee: 0n, uris: [] }
    this.#add('BoxRegistered', { box: box.boxHash, owner, order, bondEach: box.bondEach }, 5)
    this.#add('ChainCommitted', { box: box.boxHash, anchor: commitmentOf(WORDS[0] as Hex), first: 0n, end: BigInt(WORDS.length) }, 5)
    wallet.logs = async () => this.logs
  }

  /** Opens so many boxes and draws them; answers the kinds. */
  draw(buyer: Address, boxes: number): readonly number[] {
    const { boxHash: box, order } = this.#box
    const request = this.#request++
    const block = 10 + 2 * request
    const word = WORDS[request] as Hex
    const seed = drawSeed({ word, blockHash: hashOf(block + 1), box, request })
    const { kinds, left } = drawKinds([...this.#left], { boxes, opening: order.opening, repeat: order.repeat }, seed)
    this.#left = left
    this.#add('Requested', { box, request: BigInt(request), buyer, boxes: BigInt(boxes), fee: 0n }, block)
    this.#add('Revealed', { box, request: BigInt(request), preimage: word, blockHash: hashOf(block + 1) }, block + 2)
    for (const kind of kinds) this.#add('OpenIndex', { index: BigInt(kind) }, block + 2)
    return kinds
  }

  /** As a node gives it. */
  #add(eventName: string, args: Record<string, unknown>, block: number): void {
    const event = blindBoxAbi.find(
      (part): part is Extract<typeof part, { type: 'event' }> => part.type === 'event' && part.name === eventName,
    )
    const inputs = (event as AbiEvent).inputs.filter(({ indexed }) => !indexed)
    this.logs.push({
      // The names are those of the ABI above; no type follows them from here.
      topics: encodeEventTopics({ abi: [event as AbiEvent], eventName, args }) as Hex[],
      data: encodeAbiParameters(
        inputs,
        inputs.map(({ name }) => args[name ?? '']),
      ),
      blockNumber: BigInt(block),
      logIndex: this.logs.length,
      transactionHash: HASH,
    })
  }
}

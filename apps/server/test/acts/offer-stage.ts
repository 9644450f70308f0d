import { type Address, idTreeOf, TOKEN_STANDARD, toExchangeOrder, unpackSalt } from '@plinth/protocol'
import { collection721Abi, exchangeAbi } from '@plinth/protocol/abi'
import { parseUnits } from 'viem'
import { bytes, transact } from '../../src/db/database.ts'
import { recountAttributes } from '../../src/state/items/attributes.ts'
import { applyRules, setRule } from '../../src/state/items/moderated.ts'
import { refreshItems } from '../../src/state/items/state.ts'
import { burnEdition, mintEdition, sendEdition } from '../chain/editions.ts'
import type { ItemId, TestMarket } from '../market/market.ts'
import { allow, balanceOf, takeDollars } from '../market/money.ts'
import { signOffer } from '../market/offers.ts'
import {
  BIDDERS,
  type Bidder,
  type Choice,
  type Colour,
  HOLDERS,
  HOUR_S,
  type Holder,
  type Item,
  idsFor,
  isOpen,
  type Model,
  type Offer,
  type Rule,
} from './offer-life.ts'

const SUPPLY = 4n
const FIRST_ITEMS = 3
const PURSE = parseUnits('100000', 6)

/** A collection with its market, on which the acts of one life are done. */
export class OfferStage {
  readonly market: TestMarket
  readonly collection: Address
  readonly isEdition: boolean

  private constructor(market: TestMarket, collection: Address, isEdition: boolean) {
    this.market = market
    this.collection = collection
    this.isEdition = isEdition
  }

  static async open(market: TestMarket, name: string, isEdition: boolean): Promise<{ stage: OfferStage; model: Model }> {
    const standard = isEdition ? TOKEN_STANDARD.ERC1155 : TOKEN_STANDARD.ERC721
    const collection = await market.collection('alice', name, 'LIFE', standard)
    for (const who of HOLDERS) await market.approve(who, collection)
    const stage = new OfferStage(market, collection, isEdition)
    const balance = { bob: 0n, carol: 0n }
    const { dollar } = market.testnet.contracts
    for (const who of BIDDERS) {
      await allow(market, who, dollar, PURSE)
      const has = await balanceOf(market, who, dollar)
      if (has < PURSE) await takeDollars(market, who, PURSE - has)
      balance[who] = has < PURSE ? PURSE : has
    }
    const epoch = { bob: await stage.epochOf('bob'), carol: await stage.epochOf('carol') }
    const chain = { held: {}, balance, allowance: { bob: PURSE, carol: PURSE }, epoch, filled: {}, cancelled: {} }
    const model: Model = { isEdition, items: [], offers: [], chain, past: [] }
    for (let at = 0; at < FIRST_ITEMS; at++) await stage.mint(model, at % 2 === 0 ? 'Red' : 'Blue')
    await stage.note(model)
    return { stage, model }
  }

  /** What a reorganisation may go back to. */
  async note(model: Model): Promise<void> {
    const block = await this.market.testnet.publicClient.getBlockNumber()
    model.past.push({ block, chain: structuredClone(model.chain) })
  }

  at(item: Pick<Item, 'tokenId'>): ItemId {
    return { collection: this.collection, tokenId: item.tokenId }
  }

  async mint(model: Model, colour: Colour): Promise<void> {
    const { market, collection, isEdition } = this
    const { tokenId } = isEdition
      ? await mintEdition(market, 'alice', { collection, supply: SUPPLY })
      : await market.mint('alice', { collection })
    await market.sync()
    const item: Item = { tokenId, colour, rule: undefined }
    model.items.push(item)
    model.chain.held[String(tokenId)] = { alice: isEdition ? SUPPLY : 1n, dan: 0n, bob: 0n, carol: 0n }
    await this.paint(item, colour)
  }

  /** As when its metadata is read again. */
  async paint(item: Item, colour: Colour): Promise<void> {
    const { chainId, collection } = { chainId: this.market.chainId, collection: this.collection }
    const metadata = JSON.stringify({ name: 'Painted', attributes: [{ trait_type: 'Colour', value: colour }] })
    await transact(this.market.server.context.db, async (tx) => {
      const row = tx.updateTable('item').where('chain_id', '=', chainId).where('collection', '=', bytes(collection))
      await row.where('token_id', '=', item.tokenId).set({ metadata }).execute()
      await recountAttributes(tx, { chainId, collection, tokenId: item.tokenId })
    })
    item.colour = colour
  }

  async rule(item: Item, rule: Rule | undefined): Promise<void> {
    const { chainId } = this.market
    await transact(this.market.server.context.db, async (tx) => {
      if (item.rule) await setRule({ tx, chainId }, this.at(item), item.rule, false)
      if (rule) await setRule({ tx, chainId }, this.at(item), rule, true)
      await applyRules({ tx, chainId }, [this.at(item)])
      await refreshItems(tx, chainId, [this.at(item)])
    })
    item.rule = rule
  }

  /** A new offer, or a higher price under the salt of one; the market has accepted it. */
  async sign(model: Model, maker: Bidder, asked: { choice: Choice; price: bigint; quantity: bigint; isShort: boolean }): Promise<Offer> {
    const { choice, price, quantity, isShort } = asked
    const ids = idsFor(model, choice)
    const attributes = choice === 'all' || choice === 'any' ? undefined : [{ key: 'Colour', values: [choice] }]
    const { timestamp } = await this.market.testnet.publicClient.getBlock()
    const signed = await signOffer(this.market, maker, price, {
      collection: this.collection,
      quantity,
      ...(ids === undefined && { withNew: true }),
      ...(attributes && { attributes }),
      ...(isShort && { validUntil: Number(timestamp) + HOUR_S }),
    })
    await (await this.market.session(maker)).api.offer.add(signed.input)
    const { order, root, input } = signed
    const known = model.offers.find((offer) => offer.root === root)
    const colour = known ? known.colour : choice === 'all' || choice === 'any' ? undefined : choice
    return { maker, ids, root, colour, quantity, isShort, isExpired: false, price, order, signature: input.signature }
  }

  async raise(offer: Offer, price: bigint): Promise<void> {
    const { salt } = offer.order
    const signed = await signOffer(this.market, offer.maker, price, { collection: this.collection, quantity: offer.quantity, salt })
    await (await this.market.session(offer.maker)).api.offer.add(signed.input)
    offer.price = price
    offer.order = signed.order
    offer.signature = signed.input.signature
  }

  async send(from: Holder, to: Holder, item: Item, units: bigint): Promise<void> {
    if (this.isEdition) await sendEdition(this.market, from, to, this.at(item), units)
    else await this.market.transfer(from, to, this.at(item))
  }

  async burn(who: Holder, item: Item): Promise<void> {
    if (this.isEdition) return void (await burnEdition(this.market, who, this.at(item), 1n))
    const call = { address: this.collection, abi: collection721Abi, functionName: 'burn', args: [item.tokenId] } as const
    await this.market.mined(await this.market.wallet(who).writeContract(call))
  }

  async cancel({ maker, order }: Offer): Promise<void> {
    const call = { address: this.market.exchange, abi: exchangeAbi, functionName: 'cancel', args: [toExchangeOrder(order).key] } as const
    await this.market.mined(await this.market.wallet(maker).writeContract(call))
  }

  epochOf(who: Bidder): Promise<bigint> {
    const call = { address: this.market.exchange, abi: exchangeAbi, functionName: 'epochOf', args: [this.market.address(who)] } as const
    return this.market.testnet.publicClient.readContract(call)
  }

  async endEverything(who: Bidder): Promise<bigint> {
    const call = { address: this.market.exchange, abi: exchangeAbi, functionName: 'endEverything' } as const
    await this.market.mined(await this.market.wallet(who).writeContract(call))
    return this.epochOf(who)
  }

  /** Offers of a life that is over draw on no money of the next. */
  async close(model: Model): Promise<void> {
    for (const who of BIDDERS) {
      const masks = new Map<bigint, bigint>()
      for (const offer of model.offers.filter((each) => each.maker === who && isOpen(model, each))) {
        const { sequence } = unpackSalt(offer.order.salt)
        masks.set(sequence / 256n, (masks.get(sequence / 256n) ?? 0n) | (1n << (sequence % 256n)))
      }
      if (masks.size === 0) continue
      const args = [[...masks.keys()], [...masks.values()]] as const
      const call = { address: this.market.exchange, abi: exchangeAbi, functionName: 'cancelMany', args } as const
      await this.market.mined(await this.market.wallet(who).writeContract(call))
    }
    await this.market.sync()
  }
}

/** The root of a new offer's set. */
export const rootFor = (ids: readonly bigint[]) => idTreeOf(ids).root

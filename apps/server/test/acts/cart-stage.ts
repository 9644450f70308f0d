import { FOREIGN_ABI, receiptOf } from '@plinth/devnet'
import { type Address, ASSET_TYPE, TOKEN_STANDARD, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { collection721Abi, collection1155Abi, dollarTokenAbi, exchangeAbi } from '@plinth/protocol/abi'
import { allowCall, type Cart, type CartLineTerms, type Connection, cartCall, connect, fetchCart, needOf, sweepResult } from '@plinth/sdk'
import { type Abi, encodeFunctionData, type Hex, parseEther } from 'viem'
import { expect } from 'vitest'
import { orderOf } from '../../src/modules/orders/shape.ts'
import { actAs, chainOf, signInAs, TAKES_ALL } from '../chain/code-wallets.ts'
import { mintEdition, sendEdition } from '../chain/editions.ts'
import { deployForeign, mintForeign } from '../chain/foreign-contracts.ts'
import { ORIGIN } from '../market/harness.ts'
import { type ItemId, type Listing, type Sellable, TestMarket, type Who } from '../market/market.ts'
import { allow, takeDollars } from '../market/money.ts'
import { operate } from '../operator/operate.ts'
import { usd } from './auctions.ts'

type Seller = 'alice' | 'carol' | 'wallet'
type Kind = 'single' | 'edition' | 'foreign' | 'unminted'
/** A work that one account sells again and again. */
type Place = { readonly kind: Kind; readonly seller: Seller; item: ItemId; sale?: (Listing & { isText: boolean }) | undefined }

/** What spoils a line, before the buyer's page asks or after it. */
export const FATES = ['fine', 'sold', 'cancelled', 'repriced', 'paused', 'hostileItem', 'hostilePayee'] as const
type Fate = (typeof FATES)[number]
export type DrawnLine = {
  readonly place: number
  readonly units: number
  readonly price: number
  readonly isText: boolean
  readonly fate: Fate
  readonly isLate: boolean
}
export type DrawnCart = {
  readonly lines: readonly DrawnLine[]
  readonly isCoin: boolean
  readonly isGift: boolean
  /** Percent of the limit of gas that the transaction gets. */
  readonly gas: number
  /** Percent of the sum that the buyer has or allows. */
  readonly money: number
}

export const PLACES = 11
/** Burns all gas that a call of it has. */
const BURNS: Hex = '0x5b600056'
const WALLET = toAddress(`0x${'7a'.repeat(20)}`)
const LOTS = 1_000_000n

type Drawn = { readonly line: DrawnLine; readonly place: Place }

/** A market in which random carts are bought, each line spoilt or not. */
export class CartStage {
  readonly market: TestMarket
  readonly bob: Connection
  readonly places: readonly Place[]
  readonly turnstile: Address
  /** Count of each outcome. */
  readonly seen = new Map<string, number>()

  private constructor(market: TestMarket, bob: Connection, places: readonly Place[], turnstile: Address) {
    this.market = market
    this.bob = bob
    this.places = places
    this.turnstile = turnstile
  }

  static async open(): Promise<CartStage> {
    const market = await TestMarket.open()
    await market.server.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = market.server.app.server.address() as { port: number }
    const ask: typeof fetch = (url, init) => fetch(String(url).replace(ORIGIN, `http://127.0.0.1:${port}`), init)
    const bob = await connect({ url: ORIGIN, wallet: market.wallet('bob'), client: market.testnet.publicClient, fetch: ask })
    const turnstile = await deployForeign(market, 'Turnstile')
    const { official1155, dollar, transferProxy } = market.testnet.contracts
    await market.sync()
    const importing = ['--chain', String(market.chainId), '--collection', turnstile, '--why', 'asked for']
    await operate(market.server.context, 'collections', 'import', ...importing)
    for (const who of ['alice', 'carol'] as const)
      for (const collection of [market.official, official1155, turnstile]) await market.approve(who, collection)
    await chainOf(market).setCode({ address: WALLET, bytecode: TAKES_ALL })
    const approve = encodeFunctionData({ abi: collection721Abi, functionName: 'setApprovalForAll', args: [transferProxy, true] })
    await actAs(market, WALLET, market.official, approve)
    const places: Place[] = []
    for (const seller of ['alice', 'carol'] as const) {
      for (let at = 0; at < 2; at++) places.push({ kind: 'single', seller, item: await market.mint(seller, { royaltyBps: 500 }) })
      places.push({ kind: 'edition', seller, item: await mintEdition(market, seller, { supply: LOTS, royaltyBps: 500 }) })
      const tokenId = BigInt(places.length)
      await mintForeign(market, turnstile, seller, tokenId)
      places.push({ kind: 'foreign', seller, item: { collection: turnstile, tokenId } })
      places.push({ kind: 'unminted', seller, item: { collection: market.official, tokenId: 0n } })
    }
    const held = await market.mint('alice', { royaltyBps: 300 })
    const args = [market.address('alice'), WALLET, held.tokenId] as const
    const given = { address: held.collection, abi: collection721Abi, functionName: 'safeTransferFrom', args } as const
    await market.mined(await market.wallet('alice').writeContract(given))
    places.push({ kind: 'single', seller: 'wallet', item: held })
    for (const who of ['bob', 'dan'] as const) await takeDollars(market, who, usd('1000000000'))
    await allow(market, 'dan', dollar, usd('1000000000'))
    await market.sync()
    return new CartStage(market, bob, places, turnstile)
  }

  #addressOf = (seller: Seller): Address => (seller === 'wallet' ? WALLET : this.market.address(seller))
  #count = (what: string) => this.seen.set(what, (this.seen.get(what) ?? 0) + 1)

  /** Lists each line's item that is not on sale for this money. */
  async #listAll(lines: readonly Drawn[], payToken: Address): Promise<void> {
    for (const { place } of lines) {
      if (!place.sale || place.sale.order.buyAsset.token === payToken) continue
      await this.#cancel(place)
      place.sale = undefined
    }
    await this.market.sync()
    await Promise.all(lines.filter(({ place }) => !place.sale).map(({ place, line }) => this.#list(place, line, payToken)))
  }

  async #list(place: Place, line: DrawnLine, payToken: Address): Promise<void> {
    const { kind, seller } = place
    if (kind === 'unminted') place.item = await this.#declare(seller as Who)
    const price = (payToken === ZERO_ADDRESS ? parseEther('0.00001') : usd('1')) * BigInt(line.price)
    const standard = kind === 'edition' ? TOKEN_STANDARD.ERC1155 : kind === 'unminted' ? ASSET_TYPE.MINTED : TOKEN_STANDARD.ERC721
    const sold = { ...place.item, standard }
    const quantity = kind === 'edition' ? BigInt(line.units) + 2n : 1n
    const documented = line.isText && seller !== 'wallet'
    const listing =
      seller === 'wallet'
        ? await this.#signByWallet(sold, price, payToken)
        : await this.market.list(seller, sold, price, { payToken, quantity, documented })
    place.sale = { ...listing, isText: documented }
  }

  async #declare(who: Who): Promise<ItemId> {
    const { market } = this
    const { api } = await market.session(who)
    const { storageId } = await market.upload(who)
    const { chainId, official: collection } = market
    const { tokenId } = await api.dapp.sign({ collection, chainId })
    const terms = {
      name: 'Not made yet',
      storageId,
      royalties: [400],
      category: 1n,
      quantity: 1n,
      standard: TOKEN_STANDARD.ERC721,
      chainId,
    }
    await api.nft.add({ collection, tokenId, ...terms })
    return { collection, tokenId }
  }

  async #signByWallet(item: Sellable, price: bigint, payToken: Address): Promise<Listing> {
    const { market } = this
    const api = await signInAs(market, WALLET)
    const sides = { ...market.saleSides(WALLET, item, price, { payToken }), type: 1 as const, chainId: market.chainId }
    const { salt, digest, sellerFee } = await api.order.prepare(sides)
    // Its signature of a hash is the hash.
    await api.order.add({ ...sides, salt, digest, signature: digest })
    return { order: orderOf(sides, salt, BigInt(sellerFee)), signature: digest }
  }

  async #cancel({ seller, sale }: Place): Promise<void> {
    if (!sale) return
    if (seller !== 'wallet') await this.market.cancel(seller, sale)
    else await actAs(this.market, WALLET, this.market.exchange, encodeFunctionData(cancelOf(sale)))
  }

  /** Whether the line is spoilt, in a way that its kind allows. */
  async #spoil(place: Place, { fate }: DrawnLine): Promise<void> {
    const { market } = this
    const { sale, seller, kind } = place
    if (!sale) return
    if (fate === 'cancelled') {
      await this.#cancel(place)
      place.sale = undefined
    }
    if (fate === 'sold' && (kind === 'single' || kind === 'edition') && seller !== 'wallet') {
      await market.sync()
      await market.buy('dan', sale, sale.order.selling)
      place.sale = undefined
      if (kind !== 'edition') await this.#giveBack(place, 'dan')
    }
    if (fate === 'repriced' && seller !== 'wallet' && sale.order.buying / sale.order.selling > 3n) {
      const { order } = sale
      const unit = order.buying / order.selling - 1n
      const { token: payToken } = order.buyAsset
      const standard = order.sellAsset.assetType as NonNullable<ItemId['standard']>
      await market.sync()
      const options = { payToken, quantity: order.selling, salt: order.salt, edit: true, documented: sale.isText }
      place.sale = { ...(await market.list(seller, { ...place.item, standard }, unit, options)), isText: sale.isText }
    }
    if (fate === 'paused' && kind === 'foreign') await this.#shut(true)
    if (fate === 'hostileItem' && kind === 'foreign') await this.#burn(this.turnstile)
    if (fate === 'hostilePayee' && seller !== 'wallet') await this.#burn(this.#addressOf(seller))
  }

  #codes = new Map<Address, Hex>()
  async #burn(address: Address): Promise<void> {
    const code = (await this.market.testnet.publicClient.getCode({ address })) ?? '0x'
    if (!this.#codes.has(address)) this.#codes.set(address, code)
    await chainOf(this.market).setCode({ address, bytecode: BURNS })
  }

  async #shut(isShut: boolean): Promise<void> {
    const call = { address: this.turnstile, abi: FOREIGN_ABI as Abi, functionName: 'shut', args: [isShut] }
    await this.market.mined(await this.market.wallet('dan').writeContract(call))
  }

  async #restore(): Promise<void> {
    for (const [address, bytecode] of this.#codes) await chainOf(this.market).setCode({ address, bytecode })
    this.#codes.clear()
    const isShut = await this.market.testnet.publicClient.readContract({
      address: this.turnstile,
      abi: FOREIGN_SHUT,
      functionName: 'isShut',
    })
    if (isShut) await this.#shut(false)
  }

  async #giveBack({ kind, seller, item }: Place, from: Who): Promise<void> {
    if (kind === 'unminted') return
    if (kind === 'edition') {
      if (seller !== 'wallet') await sendEdition(this.market, from, seller, item, await this.#held({ kind, item }, from))
      return
    }
    const args = [this.market.address(from), this.#addressOf(seller), item.tokenId] as const
    const call = { address: item.collection, abi: collection721Abi, functionName: 'transferFrom', args } as const
    await this.market.mined(await this.market.wallet(from).writeContract(call))
  }

  async #held({ kind, item }: Pick<Place, 'kind' | 'item'>, who: Who): Promise<bigint> {
    const read = this.market.testnet.publicClient
    const { collection: address, tokenId } = item
    if (kind === 'edition')
      return read.readContract({ address, abi: collection1155Abi, functionName: 'balanceOf', args: [this.market.address(who), tokenId] })
    const owner = await read
      .readContract({ address, abi: collection721Abi, functionName: 'ownerOf', args: [tokenId] })
      .catch(() => ZERO_ADDRESS)
    return toAddress(owner) === this.market.address(who) ? 1n : 0n
  }

  #money(token: Address): Promise<bigint> {
    const { publicClient } = this.market.testnet
    const account = this.market.address('bob')
    if (token === ZERO_ADDRESS) return publicClient.getBalance({ address: account })
    return publicClient.readContract({ address: token, abi: dollarTokenAbi, functionName: 'balanceOf', args: [account] })
  }

  /** The whole purchase, and what must be true of it. */
  async buy(drawn: DrawnCart): Promise<void> {
    const { market, bob } = this
    const payToken = drawn.isCoin ? ZERO_ADDRESS : market.testnet.contracts.dollar
    const receiver: Who = drawn.isGift ? 'dan' : 'bob'
    const lines = drawn.lines.map((line) => ({ line, place: this.places[line.place] as Place }))
    await this.#listAll(lines, payToken)
    const terms = lines.flatMap(({ place, line }) => termsOf(place, line))
    const [early, late] = [lines.filter(({ line }) => !isLate(line)), lines.filter(({ line }) => isLate(line))]
    for (const { place, line } of early) await this.#spoil(place, line)
    await market.sync()
    await market.server.context.db.deleteFrom('try_count').execute()
    const cart = await fetchCart(bob.market, { lines: terms, payToken, ...(drawn.isGift && { to: market.address('dan') }) })
    for (const { reason } of cart.leftOut) this.#count(`left out: ${reason}`)
    expect(cart.lines.length + cart.leftOut.length).toBe(terms.length)
    if (cart.lines.length > 0) {
      if (!drawn.isCoin) await this.#allow(payToken, cart, drawn.money)
      for (const { place, line } of late.toSorted((a, b) => rankOf(a.line) - rankOf(b.line))) await this.#spoil(place, line)
      await this.#send(cart, drawn, receiver)
    }
    await this.#restore()
    await market.sync()
    for (const { place } of lines) {
      const held = await this.#held(place, receiver)
      if (held > 0n) await this.#giveBack(place, receiver)
      if (place.sale && (held > 0n || place.kind === 'unminted')) {
        if (held === 0n || place.kind === 'edition') await this.#cancel(place)
        place.sale = undefined
      }
    }
  }

  async #allow(token: Address, cart: Cart, percent: number): Promise<void> {
    const { signer, market } = this.bob
    const need = await needOf(market, { token, payment: cart.pays })
    const call = allowCall(market, token, (need * BigInt(percent)) / 100n)
    expect(await signer.confirm(await signer.send(call))).toBe(true)
  }

  async #send(cart: Cart, { gas }: DrawnCart, receiver: Who): Promise<void> {
    const { market, bob } = this
    const call = cartCall(bob.market, cart)
    const limit = ((call.gas ?? 0n) * BigInt(gas)) / 100n
    const heldOf = () => Promise.all(cart.lines.map(({ line }) => this.#held(this.#placeOf(line), receiver)))
    const [money, items] = [await this.#money(cart.payToken), await heldOf()]
    const { address, abi, functionName, args, value } = call
    // As a wallet that does not simulate: a line that fails must cost no other party.
    const hash = await market.wallet('bob').writeContract({ address, abi, functionName, args, value, gas: limit } as never)
    const { status, logs, gasUsed, effectiveGasPrice } = await receiptOf(market.testnet.publicClient, hash)
    await market.sync()
    const { bought, missed, paid, returned } = await sweepResult(bob.market, cart, logs)
    this.#count(status)
    for (const { reason } of missed) this.#count(`missed: ${reason}`)
    for (const _ of bought) this.#count('bought')
    const network = cart.payToken === ZERO_ADDRESS ? gasUsed * effectiveGasPrice : 0n
    const now = await heldOf()
    const gained = cart.lines.map(({ line }, at) => [line.tokenId, (now[at] ?? 0n) - (items[at] ?? 0n)])
    const shown = cart.lines.map(({ line }) => [line.tokenId, bought.some((one) => one.line === line) ? line.quantity : 0n])
    expect(gained).toEqual(shown)
    expect(money - (await this.#money(cart.payToken)) - network).toBe(paid)
    expect(paid).toBe(bought.reduce((sum, { pays }) => sum + pays, 0n))
    expect(paid + returned).toBe(cart.pays)
    expect(bought.length + missed.length).toBe(cart.lines.length)
    if (status === 'reverted') expect(bought).toEqual([])
  }

  #placeOf({ collection, tokenId }: CartLineTerms): Place {
    const found = this.places.find(({ item }) => item.collection === collection && item.tokenId === tokenId)
    if (!found) throw new Error('No such work')
    return found
  }
}

/** What stops acts of the others comes last. */
const rankOf = ({ fate }: DrawnLine): number => ['paused', 'hostileItem', 'hostilePayee'].indexOf(fate)
const isLate = (line: DrawnLine): boolean => line.isLate || rankOf(line) >= 0

const FOREIGN_SHUT = [
  { type: 'function', name: 'isShut', stateMutability: 'view', inputs: [], outputs: [{ type: 'bool' }] },
] as const satisfies Abi

function cancelOf({ order }: Listing) {
  const { owner, salt, sellAsset, buyAsset } = order
  return { abi: exchangeAbi, functionName: 'cancel', args: [{ owner, salt, sellAsset, buyAsset }] } as const
}

/** The sale as the page shows it. */
function termsOf({ item, sale }: Place, { units }: DrawnLine): CartLineTerms[] {
  if (!sale) return []
  const { order } = sale
  const quantity = order.selling > BigInt(units) ? BigInt(units) : order.selling
  const shown = { unitPrice: order.buying / order.selling, buyerFeeBps: 250n }
  return [{ collection: item.collection, tokenId: item.tokenId, seller: order.owner, salt: order.salt, quantity, shown }]
}

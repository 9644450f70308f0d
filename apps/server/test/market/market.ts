import type { ItemRecord } from '@plinth/api'
import { type DemoName, receiptOf, startTestnet, type Testnet } from '@plinth/devnet'
import {
  ACTION_TYPE,
  type Address,
  ASSET_TYPE,
  BASE_URI,
  documentedText,
  LOCAL_CHAIN_ID,
  mintUriOf,
  ORDER_TYPE,
  type Order,
  orderDomain,
  orderTypedData,
  payAmount,
  privateSaleTypedData,
  TOKEN_STANDARD,
  type TokenStandard,
  toAddress,
  toExchangeOrder,
  unitPriceOf,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import { collection721Abi, collectionFactoryAbi, exchangeAbi } from '@plinth/protocol/abi'
import { type Hex, parseEther, parseSignature, zeroHash } from 'viem'
import type { ChainConfig } from '../../src/config/config.ts'
import { type Indexers, startIndexers } from '../../src/indexer/start.ts'
import { type OfferType, type OrderSides, orderOf } from '../../src/modules/orders/shape.ts'
import { holdKeys, type SignerKeys } from '../../src/signer/key-ring.ts'
import { createSigner } from '../../src/signer/signer.ts'
import { aPng } from '../content/files.ts'
import { chainOf, openTestServer, PEOPLE, type Session, type TestServer, type TestServerOptions } from './harness.ts'

export type Who = 'alice' | 'bob' | 'carol' | 'dan' | 'eve'

const DEMO_NAMES = { alice: 'Alice', bob: 'Bob', carol: 'Carol', dan: 'Dan', eve: 'Eve' } as const satisfies Record<Who, DemoName>
/** Default `standard`: ERC721. */
export type ItemId = { readonly collection: Address; readonly tokenId: bigint; readonly standard?: TokenStandard }
/** It may be one that its sale mints. */
export type Sellable = Omit<ItemId, 'standard'> & { readonly standard?: TokenStandard | typeof ASSET_TYPE.MINTED }
export type Terms = { readonly quantity?: bigint; readonly payToken?: Address }
export type SignOptions = Terms & {
  readonly salt?: bigint
  readonly edit?: boolean
  readonly validUntil?: number
  readonly documented?: boolean
  /** Makes a private sale of it. */
  readonly taker?: Address
}
type MintOptions = {
  readonly collection?: Address
  readonly royaltyBps?: number
  readonly name?: string
  readonly description?: string
  readonly category?: bigint
  readonly properties?: Readonly<Record<string, string>>
}
export type Listing = { readonly order: Order; readonly signature: Hex; readonly taker?: Address | undefined }
export const HALF_ETHER = parseEther('0.5')

type World = {
  readonly server: TestServer
  readonly testnets: readonly Testnet[]
  readonly sessions: Map<Who, Session>
  indexers: Indexers
}
type OpenOptions = Omit<TestServerOptions, 'chains' | 'keys'> & {
  /** The server's configuration of a started chain. */
  readonly configure?: (chain: ChainConfig, testnet: Testnet) => ChainConfig | Promise<ChainConfig>
  /** Started chains that the server's configuration omits. */
  readonly unknown?: readonly number[]
}

/** A real chain with the market on it, the whole server on a real database, and its indexer: all that a trade needs. */
export class TestMarket {
  readonly testnet: Testnet
  readonly #world: World

  private constructor(testnet: Testnet, world: World) {
    this.testnet = testnet
    this.#world = world
  }

  static async open(options: OpenOptions = {}): Promise<TestMarket> {
    const [market] = await TestMarket.openOn([LOCAL_CHAIN_ID], options)
    if (!market) throw new Error('No chain was started')
    return market
  }

  /** One server over several chains: a market for each, of the same people. Closing one closes all. */
  static async openOn(
    chainIds: readonly number[],
    { configure = (chain) => chain, unknown = [], ...options }: OpenOptions = {},
  ): Promise<TestMarket[]> {
    const first = await startTestnet({ chainId: chainIds[0] ?? LOCAL_CHAIN_ID })
    const others = await Promise.all(chainIds.slice(1).map((chainId) => startTestnet({ chainId, keys: first.keys })))
    const testnets = [first, ...others]
    const known = testnets.filter(({ chainId }) => !unknown.includes(chainId))
    const chains = await Promise.all(known.map((testnet) => configure(chainOf(testnet), testnet)))
    const server = await openTestServer({ ...options, chains, keys: first.keys })
    const world: World = { server, testnets, sessions: new Map(), indexers: await startIndexers(server.context, { pollMs: 50 }) }
    return testnets.map((testnet) => new TestMarket(testnet, world))
  }

  async close(): Promise<void> {
    await this.indexers.stop()
    await this.server.close()
    await Promise.all(this.#world.testnets.map((testnet) => testnet.stop()))
  }

  get server(): TestServer {
    return this.#world.server
  }

  get indexers(): Indexers {
    return this.#world.indexers
  }

  set indexers(indexers: Indexers) {
    this.#world.indexers = indexers
  }

  /** Follows the chain again after `indexers.stop()`, and catches up. */
  async follow(): Promise<void> {
    this.indexers = await startIndexers(this.server.context, { pollMs: 50 })
    await this.sync()
  }

  /** Restarts the market with these keys. */
  async restartWith(keys: SignerKeys): Promise<void> {
    await this.indexers.stop()
    Object.assign(this.server.context, { signer: createSigner(holdKeys(keys)) })
    await this.follow()
  }

  get chainId(): number {
    return this.testnet.chainId
  }

  get official(): Address {
    return this.testnet.contracts.official721
  }

  get exchange(): Address {
    return this.testnet.contracts.exchange
  }

  wallet(who: Who): ReturnType<Testnet['walletOf']> {
    return this.testnet.walletOf(DEMO_NAMES[who])
  }

  address(who: Who): Address {
    return toAddress(PEOPLE[who].address)
  }

  async session(who: Who): Promise<Session> {
    const known = this.#world.sessions.get(who)
    if (known) return known
    const session = await this.server.signIn(PEOPLE[who])
    this.#world.sessions.set(who, session)
    return session
  }

  /** Waits until everything on chain is in the tables. */
  async sync(): Promise<void> {
    const head = await this.testnet.publicClient.getBlockNumber()
    const caughtUp = this.indexers.of(this.chainId).waitForBlock(head)
    const late = AbortSignal.timeout(25_000)
    await Promise.race([
      caughtUp,
      new Promise((_, fail) =>
        late.addEventListener('abort', () =>
          fail(new Error(`Not indexed: ${this.server.logged.findLast((line) => !line.includes('"event":"call"'))}`)),
        ),
      ),
    ])
  }

  async mined(hash: Hex): Promise<Hex> {
    const receipt = await receiptOf(this.testnet.publicClient, hash)
    if (receipt.status !== 'success') throw new Error(`Transaction ${hash} reverted`)
    return hash
  }

  /** A new image of this account. */
  async upload(who: Who): Promise<{ storageId: bigint; url: string }> {
    const { api } = await this.session(who)
    const { id, url } = await api.storage.upload(
      {},
      { files: [new File([new Uint8Array(await aPng())], 'work.png', { type: 'image/png' })] },
    )
    return { storageId: id, url }
  }

  /** A new item that is indexed. */
  async minted(who: Who): Promise<ItemId> {
    const item = await this.mint(who)
    await this.sync()
    return item
  }

  async listed(who: Who): Promise<{ item: ItemId; listing: Listing }> {
    const item = await this.minted(who)
    return { item, listing: await this.list(who, item) }
  }

  /** The item as the market shows it to this viewer, once all blocks are indexed. */
  async detail(item: ItemId, who: Who = 'alice'): Promise<ItemRecord> {
    await this.sync()
    const record = await (await this.session(who)).api.nft.detail(item)
    if (!record) throw new Error('The item is not there')
    return record
  }

  /** Announces a collection, deploys it and waits for the indexer. */
  async collection(who: Who, name = 'Harbour', symbol = 'HRB', standard: TokenStandard = TOKEN_STANDARD.ERC721): Promise<Address> {
    const { api, address } = await this.session(who)
    const { storageId, url } = await this.upload(who)
    const signer = this.server.context.signer.mintSigner
    await api.contract.create({
      name,
      symbol,
      storageId,
      cover: url,
      signer,
      standard,
      owner: address,
      chainId: this.chainId,
    })
    await this.deployCollection(who, name, symbol, signer, zeroHash, standard)
    await this.sync()
    const owned = await api.user.listcontract({ address, chainId: this.chainId })
    const found = owned.find((entry) => entry.name === name && entry.isConfirmed && !entry.isOfficial)
    if (!found?.address) throw new Error('The collection was not indexed')
    return found.address
  }

  async deployCollection(
    who: Who,
    name: string,
    symbol: string,
    signer: Address = this.server.context.signer.mintSigner,
    salt: Hex = zeroHash,
    standard: TokenStandard = TOKEN_STANDARD.ERC721,
  ): Promise<Hex> {
    const address = this.testnet.contracts.collectionFactory
    return this.mined(
      await this.wallet(who).writeContract({
        address,
        abi: collectionFactoryAbi,
        functionName: standard === TOKEN_STANDARD.ERC1155 ? 'create1155' : 'create721',
        args: [name, symbol, signer, BASE_URI, BASE_URI, salt],
      }),
    )
  }

  /** Voucher, metadata, mint; not yet indexed. */
  async mint(who: Who, options: MintOptions = {}): Promise<ItemId> {
    const { api, address } = await this.session(who)
    const collection = options.collection ?? this.official
    const { storageId } = await this.upload(who)
    const voucher = await api.dapp.sign({ collection, chainId: this.chainId })
    const royalties = options.royaltyBps ? [options.royaltyBps] : []
    const { metadataUrl } = await api.nft.add({
      collection,
      tokenId: voucher.tokenId,
      name: options.name ?? 'Five bottles',
      description: options.description ?? 'Oil on canvas',
      storageId,
      royalties,
      category: options.category ?? 1n,
      properties: Object.entries({ Year: '2026', ...options.properties }).map(([key, value]) => ({ key, trait_type: key, value })),
      quantity: 1n,
      standard: TOKEN_STANDARD.ERC721,
      chainId: this.chainId,
    })
    const fees = royalties.map((value) => ({ recipient: address, value: BigInt(value) }))
    await this.mined(
      await this.wallet(who).writeContract({
        address: collection,
        abi: collection721Abi,
        functionName: 'mint',
        args: [voucher.tokenId, Number(voucher.v), voucher.r, voucher.s, fees, mintUriOf(metadataUrl)],
      }),
    )
    return { collection, tokenId: voucher.tokenId }
  }

  async approve(who: Who, collection: Address, approved = true): Promise<void> {
    const args = [this.testnet.contracts.transferProxy, approved] as const
    await this.mined(
      await this.wallet(who).writeContract({ address: collection, abi: collection721Abi, functionName: 'setApprovalForAll', args }),
    )
  }

  async transfer(from: Who, to: Who, item: ItemId): Promise<Hex> {
    const args = [this.address(from), this.address(to), item.tokenId] as const
    return this.mined(
      await this.wallet(from).writeContract({ address: item.collection, abi: collection721Abi, functionName: 'safeTransferFrom', args }),
    )
  }

  /** `price` is that of one item. */
  saleSides(maker: Address, item: Sellable, price: bigint, { quantity = 1n, payToken = ZERO_ADDRESS }: Terms = {}) {
    return {
      maker,
      sellToken: item.collection,
      sellTokenId: item.tokenId,
      sellType: item.standard ?? ASSET_TYPE.ERC721,
      selling: quantity,
      buyToken: payToken,
      buyTokenId: 0n,
      buyType: payToken === ZERO_ADDRESS ? ASSET_TYPE.COIN : ASSET_TYPE.ERC20,
      buying: price * quantity,
    }
  }

  /** Prepares a sale and signs it, as typed data or as the documented text. */
  async sign(who: Who, item: Sellable, price = HALF_ETHER, options: SignOptions = {}) {
    const sides = this.saleSides(this.address(who), item, price, options)
    return this.signSides(who, sides, options.edit ? ACTION_TYPE.EDIT_SALE : ACTION_TYPE.SALE, options)
  }

  async signSides(who: Who, sides: OrderSides, type: OfferType, options: Omit<SignOptions, keyof Terms> = {}) {
    const { api } = await this.session(who)
    const { taker } = options
    const asked = { ...sides, type, taker, chainId: this.chainId }
    const prepared = await api.order.prepare({
      ...asked,
      ...(options.salt ? { salt: options.salt } : {}),
      ...(options.validUntil ? { validUntil: options.validUntil } : {}),
    })
    const order = orderOf(sides, prepared.salt, BigInt(prepared.sellerFee))
    const signature = options.documented
      ? await PEOPLE[who].signMessage({ message: documentedText(prepared.digest) })
      : await this.#signTyped(who, { order, taker })
    return {
      input: { ...sides, type, taker, salt: prepared.salt, digest: prepared.digest, signature, chainId: this.chainId },
      order,
      signature,
    }
  }

  #signTyped(who: Who, { order, taker }: { order: Order; taker: Address | undefined }): Promise<Hex> {
    const domain = orderDomain(this.chainId, this.exchange)
    const account = PEOPLE[who]
    return taker
      ? account.signTypedData(privateSaleTypedData({ order, taker }, domain))
      : account.signTypedData(orderTypedData(order, domain))
  }

  async list(who: Who, item: Sellable, price = HALF_ETHER, options: SignOptions = {}): Promise<Listing> {
    const { api } = await this.session(who)
    const { input, order, signature } = await this.sign(who, item, price, options)
    await api.order.add(input)
    return { order, signature, taker: options.taker }
  }

  /** Buys from the listing, by default all of it, with the operator's fee signature. */
  async buy(who: Who, { order, signature, taker }: Listing, quantity: bigint = order.selling, receiver = ZERO_ADDRESS): Promise<Hex> {
    const { api } = await this.session(who)
    const isCoin = order.buyAsset.assetType === ASSET_TYPE.COIN
    const { token: collection, tokenId } = order.sellAsset
    const wanted = { collection, tokenId, owner: order.owner, salt: order.salt, quantity, chainId: this.chainId }
    const reply = await (taker ? api.privateSale.buyerFee(wanted) : api.order.buyerFee({ ...wanted, type: ORDER_TYPE.SALE }))
    const maker = parseSignature(signature)
    return this.mined(
      await this.wallet(who).writeContract({
        address: this.exchange,
        abi: exchangeAbi,
        functionName: 'exchange',
        args: [
          toExchangeOrder(order),
          { v: Number(maker.v), r: maker.r, s: maker.s },
          BigInt(reply.buyerFee),
          { v: Number(reply.v), r: reply.r, s: reply.s },
          quantity,
          receiver,
        ],
        value: isCoin ? payAmount(unitPriceOf(order), quantity, BigInt(reply.buyerFee)) : 0n,
      }),
    )
  }

  async cancel(who: Who, { order }: Listing): Promise<Hex> {
    const args = [toExchangeOrder(order).key] as const
    return this.mined(await this.wallet(who).writeContract({ address: this.exchange, abi: exchangeAbi, functionName: 'cancel', args }))
  }
}

import type { BoxFeeReply } from '@plinth/api'
import { type Address, ASSET_TYPE, type Asset, coin, payAmount, toBoxOrder, ZERO_ADDRESS } from '@plinth/protocol'
import { blindBoxAbi } from '@plinth/protocol/abi'
import { type Hex, parseEther } from 'viem'
import { drawBoxes } from '../../src/jobs/draw-boxes.ts'
import type { BoxDraft } from '../../src/modules/boxes/operate.ts'
import { addKinds, createBox, depositBond, registerBox } from '../../src/modules/boxes/service.ts'
import { listNotices } from '../../src/modules/notices/store.ts'
import type { StoredBox } from '../../src/state/boxes/store.ts'
import type { TestServer } from '../market/harness.ts'
import { TestMarket, type Who } from '../market/market.ts'

/** Tests advance the chain's time, further ahead of ours than a real chain's may be. */
export async function openBoxMarket(): Promise<TestMarket> {
  const market = await TestMarket.open({ configure: (chain) => ({ ...chain, maxFutureS: 400 * 86_400 }) })
  await market.testnet.setBalance(market.testnet.operator.account.address, parseEther('1000'))
  return market
}

/** Where series can be created: a market of a test, or the operator's own machine beside a server. */
export type BoxPlace = Pick<TestMarket, 'testnet' | 'chainId' | 'sync'> & { readonly server: Pick<TestServer, 'context'> }

export const PRICE = parseEther('0.1')

type Kind = { readonly name: string; readonly amount: number; readonly asset?: Asset /** Of its metadata. */; readonly uri?: string }
export type Offer = Partial<Omit<BoxDraft, 'prizes'>> & {
  readonly kinds?: readonly Kind[]
  readonly requests?: number
  readonly bond?: bigint
}

const KINDS: readonly Kind[] = [
  { name: 'Lantern', amount: 5 },
  { name: 'Heron', amount: 3 },
  { name: 'Comet', amount: 2 },
]

/** A series not registered on chain: by default ten boxes of one minted prize each. */
export async function draftBox(market: BoxPlace, { kinds = KINDS, text, ...offer }: Offer = {}): Promise<StoredBox> {
  const { context } = market.server
  const chain = context.chains.get(market.chainId)
  const uris = kinds.map(({ name, uri = `/Qm${name}` }) => uri)
  const first = await addKinds(context, chain, uris)
  const { timestamp } = await chain.refresh()
  const prizes = kinds.map(({ name, amount, asset }, place) => ({
    name,
    amount,
    description: '',
    image: `ipfs://${name}.png`,
    animation: '',
    metadata: JSON.stringify({ name, image: `ipfs://${name}.png` }),
    uri: uris[place] ?? '',
    asset: asset ?? { token: market.testnet.contracts.prizeCollection, tokenId: first + BigInt(place), assetType: ASSET_TYPE.MINTED },
  }))
  return createBox(context, chain, {
    opening: 1,
    repeat: false,
    price: PRICE,
    money: coin(),
    startTime: timestamp - 10,
    endTime: timestamp + 86_400,
    ...offer,
    text: { name: 'Night market', image: '', description: 'Ten', property: '', anim1: '', anim2: '', isSealed: false, ...text },
    prizes,
  })
}

/** A series that can be opened. */
export async function offerBox(market: BoxPlace, { requests = 20, bond, ...offer }: Offer = {}): Promise<StoredBox> {
  const { context } = market.server
  const box = await draftBox(market, offer)
  const bondEach = box.payType > ASSET_TYPE.ERC20 ? { bondEach: parseEther('0.01') } : {}
  await registerBox(context, box.id, { requests, ...bondEach })
  await depositBond(context, box.id, bond ?? parseEther('10'))
  await market.sync()
  return box
}

/** Opens boxes with the operator's fee signature, in the documented form; by default for the caller. */
export async function openBoxes(
  market: TestMarket,
  who: Who,
  { salt }: StoredBox,
  amount = 1,
  buyer: Address = ZERO_ADDRESS,
): Promise<Hex> {
  const { api } = await market.session(who)
  const reply = await api.blind['order.buyfee']({ salt, amount, chainId: market.chainId })
  return market.mined(await market.wallet(who).writeContract(openCall(reply, amount, buyer)))
}

/** The call that opens so many. */
export function openCall(reply: BoxFeeReply, amount: number, buyer: Address = ZERO_ADDRESS) {
  const order = toBoxOrder({
    owner: reply.owner,
    salt: reply.salt,
    opening: reply.opening,
    repeat: reply.repeat,
    buying: reply.buying,
    startTime: reply.startTime,
    endTime: reply.endTime,
    sellerFee: BigInt(reply.sellerFee),
    buyAsset: { token: reply.buyToken, tokenId: reply.buyTokenId, assetType: reply.buyType as Asset['assetType'] },
    sellAssets: reply.sellAssets.map((asset) => ({ ...asset, assetType: asset.assetType as Asset['assetType'] })),
    assetAmounts: reply.sellings,
    uris: reply.uris,
  })
  const none = { v: 0, r: `0x${'0'.repeat(64)}`, s: `0x${'0'.repeat(64)}` } as const
  const fee = { v: Number(reply.v), r: reply.r, s: reply.s }
  return {
    address: reply.contract,
    abi: blindBoxAbi,
    functionName: 'open',
    args: [order, none, BigInt(reply.buyerFee), fee, BigInt(amount), buyer],
    value: reply.buyType === ASSET_TYPE.COIN ? payAmount(reply.unitPrice, BigInt(amount), BigInt(reply.buyerFee)) : 0n,
  } as const
}

/** Mines the deciding block, runs the reveal operator, and returns the market's state. */
export async function drawAll(market: TestMarket): Promise<void> {
  await market.sync()
  await market.testnet.mine(2)
  await drawBoxes.run(market.server.context)
  await market.sync()
}

export async function historyOf(market: TestMarket, box: StoredBox, buyer?: Address) {
  const { api } = await market.session('alice')
  const asked = { boxId: BigInt(box.id), page: 1, limit: 100 }
  return (await api.blind['box.history']({ ...asked, ...(buyer ? { buyer } : {}) })).list
}

export async function detailOf(market: TestMarket, box: StoredBox) {
  const record = await (await market.session('alice')).api.blind['box.detail']({ boxId: BigInt(box.id) })
  if (!record) throw new Error('The box is not there')
  return record
}

/** Remaining copies of each kind on chain. */
export function leftOnChain(market: TestMarket, { hash, contract }: StoredBox): Promise<readonly bigint[]> {
  return market.testnet.publicClient.readContract({ address: contract, abi: blindBoxAbi, functionName: 'leftOf', args: [hash] })
}

/** An account's notices about a series, oldest first, and whether one says that something is undelivered. */
export async function noticesOfBox({ server }: BoxPlace, { id }: StoredBox, account: Address) {
  const rows = await listNotices(server.context.db, account, { isRead: undefined, offset: 0, limit: 100 })
  return rows
    .filter(({ content }) => content.box?.id === BigInt(id))
    .map(({ subType, content }) => [subType, content.box?.isKept ?? false])
    .reverse()
}

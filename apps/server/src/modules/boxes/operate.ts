import { randomBytes } from 'node:crypto'
import { AppError } from '@plinth/api'
import { type Address, ASSET_TYPE, type Asset, boxDigest, boxDomain, boxStructHash, isItem, toBoxOrder } from '@plinth/protocol'
import { blindBoxAbi, prizeCollectionAbi } from '@plinth/protocol/abi'
import { encodeFunctionData, erc20Abi, erc721Abi, parseAbi, parseEventLogs } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { isFirstEdition, proxyOf } from '../../chain/editions.ts'
import { sellerFeeOf } from '../../chain/fees.ts'
import { type Sender, send } from '../../chain/sender.ts'
import type { Context } from '../../context.ts'
import { type Tx, transact } from '../../db/database.ts'
import type { PreimageChain, RevealOperator } from '../../signer/reveal-operator.ts'
import { refreshBox } from '../../state/boxes/state.ts'
import {
  type BoxText,
  findBox,
  insertBox,
  type PrizeText,
  prizesOf,
  type StoredBox,
  type StoredPrize,
  signedBoxOf,
  unitPriceOf,
} from '../../state/boxes/store.ts'
import { ensurePrizeCollection } from '../collections/service.ts'
import { withheldOf } from './preimages.ts'
import { noteTicket } from './tickets.ts'

const FIRST_EDITION = parseAbi(['function commit(bytes32 id, bytes32 anchor, uint256 requests)'])

/** An operator's description of a series; a minted prize names the kind that `addKinds` made. */
export type BoxDraft = {
  readonly text: BoxText
  readonly opening: number
  readonly repeat: boolean
  readonly startTime: number
  readonly endTime: number
  /** Per box, in base units or tickets. */
  readonly price: bigint
  readonly money: Asset
  /** The ticket's name, where the price is in tickets. */
  readonly ticket?: { readonly name: string; readonly symbol: string }
  readonly prizes: readonly (PrizeText & { readonly asset: Asset; readonly amount: number; readonly uri: string })[]
}

/** @throws AppError UNSUPPORTED where this process has no key to own boxes with */
export function requireRevealOperator({ revealOperator }: Pick<Context, 'revealOperator'>): RevealOperator {
  if (!revealOperator) throw new AppError('UNSUPPORTED')
  return revealOperator
}

/** @throws AppError NOT_FOUND */
export async function getBox({ db }: Pick<Context, 'db'>, id: number): Promise<StoredBox> {
  const box = await findBox(db, id)
  if (!box) throw new AppError('NOT_FOUND')
  return box
}

/** The reveal operator's sender on a chain. */
export function revealSenderOn(context: Context, chain: Chain): Sender {
  return { db: context.db, chain, account: requireRevealOperator(context).account, signal: context.stopping.signal }
}

/** Adds kinds of prizes that boxes mint, with metadata `uris`; returns the first one's number. */
export async function addKinds(context: Context, chain: Chain, uris: readonly string[]): Promise<bigint> {
  const to = chain.config.contracts.prizeCollection
  const data = encodeFunctionData({ abi: prizeCollectionAbi, functionName: 'addKinds', args: [[...uris]] })
  const { logs } = await send(revealSenderOn(context, chain), { to, data })
  const [first] = parseEventLogs({ abi: prizeCollectionAbi, eventName: 'KindAdded', logs })
  if (!first) throw new Error('The prize collection named no kind')
  return first.args.kind
}

/** Lets the series of an account mint kinds of the market's prize collection, or ends that for future series. */
export async function setServed(context: Context, chain: Chain, account: Address, isServed: boolean): Promise<void> {
  const to = chain.config.contracts.prizeCollection
  const data = encodeFunctionData({ abi: prizeCollectionAbi, functionName: 'setServed', args: [account, isServed] })
  await send(revealSenderOn(context, chain), { to, data })
}

type Note = (tx: Tx, id: number) => Promise<void>

/** Stores a series that stays hidden until it is registered, with whatever `note` writes of it. @throws AppError BOX_SHAPE */
export async function createBox(context: Context, chain: Chain, draft: BoxDraft, note?: Note): Promise<StoredBox> {
  const revealOperator = requireRevealOperator(context)
  const copies = draft.prizes.reduce((sum, prize) => sum + prize.amount, 0)
  if (copies === 0 || copies % draft.opening !== 0) throw new AppError('BOX_SHAPE')
  const box = {
    owner: revealOperator.address,
    salt: BigInt(`0x${randomBytes(16).toString('hex')}`),
    sellAssets: draft.prizes.map((prize) => prize.asset),
    buyAsset: draft.money,
    opening: draft.opening,
    repeat: draft.repeat,
    startTime: draft.startTime,
    endTime: draft.endTime,
    buying: draft.price * BigInt(copies / draft.opening),
    assetAmounts: draft.prizes.map((prize) => prize.amount),
    sellerFee: isItem(draft.money) ? 0n : sellerFeeOf(context.config, await chain.boxFees()),
    uris: draft.prizes.map((prize) => prize.uri),
  }
  const { blindBox: contract, prizeCollection } = chain.config.contracts
  const digest = boxDigest(box, boxDomain(chain.id, contract))
  const signature = await revealOperator.account.sign({ hash: digest })
  const series = { chainId: chain.id, contract, hash: boxStructHash(box), digest, signature }
  const prizes = draft.prizes.map(({ asset: _, amount: __, uri: ___, ...text }) => text)
  if (box.sellAssets.some((asset) => asset.token === prizeCollection)) await ensurePrizeCollection(context, chain)
  const id = await transact(context.db, async (tx) => {
    if (draft.ticket) await noteTicket(tx, chain.id, draft.money, draft.ticket)
    const stored = await insertBox(tx, { series, box, text: draft.text, prizes, now: context.clock.now() })
    await note?.(tx, stored)
    return stored
  })
  return getBox(context, id)
}

export type Registration = {
  /** The number of preimages to begin with. */
  readonly requests: number
  /** What a missed draw costs per box, in the box's pay token, coin for tickets; at least the price. */
  readonly bondEach?: bigint
}

/**
 * Registers a stored series with a first commitment; prizes that the operator holds are transferred into the contract. @throws
 * AppError BOX_PRIZE_UNKNOWN
 */
export async function registerBox(context: Context, id: number, { requests, bondEach }: Registration): Promise<void> {
  const box = await getBox(context, id)
  const chain = context.chains.get(box.chainId)
  const prizes = (await prizesOf(context.db, [id])).get(id) ?? []
  await refuseUnknownKinds(chain, prizes)
  const order = signedBoxOf(box, prizes)
  for (const prize of new Map(order.sellAssets.map((asset) => [asset.token, asset])).values())
    if (prize.assetType !== ASSET_TYPE.MINTED) await approveItems(context, chain, box.contract, prize)
  const hashChain = await newChain(context, box, 0, requests)
  const anchor = requireRevealOperator(context).commitmentOf(hashChain)
  const args = [toBoxOrder(order), anchor, BigInt(requests), bondEach ?? unitPriceOf(box)] as const
  const data = encodeFunctionData({ abi: blindBoxAbi, functionName: 'register', args })
  await send(revealSenderOn(context, chain), { to: box.contract, data })
}

/** The contract also accepts an unknown kind when its metadata is empty, and a draw of it would mint nothing. */
async function refuseUnknownKinds(chain: Chain, prizes: readonly StoredPrize[]): Promise<void> {
  const { prizeCollection: address } = chain.config.contracts
  const named = await Promise.all(
    prizes
      .filter(({ assetType }) => assetType === ASSET_TYPE.MINTED)
      .map(async ({ name, collection, tokenId, uri }) => {
        const args = [tokenId] as const
        const known = await chain.read((client) => client.readContract({ address, abi: prizeCollectionAbi, functionName: 'kindURI', args }))
        return { name, isKnown: collection === address && uri !== '' && uri === known }
      }),
  )
  const unknown = named.find(({ isKnown }) => !isKnown)
  if (unknown) throw new AppError('BOX_PRIZE_UNKNOWN', { prize: unknown.name })
}

/** Deposits a bond for missed draws. */
export async function depositBond(context: Context, id: number, amount: bigint): Promise<void> {
  const box = await getBox(context, id)
  const chain = context.chains.get(box.chainId)
  const isErc20 = box.payType === ASSET_TYPE.ERC20
  if (isErc20) await approveMoney(context, chain, box, amount)
  const data = encodeFunctionData({ abi: blindBoxAbi, functionName: 'depositBond', args: [box.hash, amount] })
  await send(revealSenderOn(context, chain), { to: box.contract, data, value: isErc20 ? 0n : amount })
}

/** Withdraws the bond that no pending draw needs: without a bond no box can be opened, which is how a sale is stopped. */
export async function withdrawBond(context: Context, id: number, amount: bigint): Promise<void> {
  const box = await getBox(context, id)
  const data = encodeFunctionData({ abi: blindBoxAbi, functionName: 'withdrawBond', args: [box.hash, amount] })
  await send(revealSenderOn(context, context.chains.get(box.chainId)), { to: box.contract, data })
}

/** Commits to new preimages, also after a missed draw; only while no draw is pending. */
export async function commitBox(context: Context, id: number, requests: number): Promise<void> {
  const box = await getBox(context, id)
  const chain = context.chains.get(box.chainId)
  const { next, withheld } = await withheldOf(context, chain, box)
  const hashChain = await newChain(context, box, next, requests)
  const anchor = requireRevealOperator(context).commitmentOf(hashChain)
  // A series of the first edition stays on its own contract, which asks for no withheld preimages.
  const data = isFirstEdition(chain.config.contracts, box.contract)
    ? encodeFunctionData({ abi: FIRST_EDITION, functionName: 'commit', args: [box.hash, anchor, BigInt(requests)] })
    : encodeFunctionData({ abi: blindBoxAbi, functionName: 'commit', args: [box.hash, withheld, anchor, BigInt(requests)] })
  await send(revealSenderOn(context, chain), { to: box.contract, data })
}

/** Sends undrawn prizes back to the reveal operator when the series is over. */
export async function takeBackPrizes(context: Context, id: number): Promise<void> {
  const box = await getBox(context, id)
  const left = ((await prizesOf(context.db, [id])).get(id) ?? []).filter((prize) => prize.remaining > 0)
  const data = encodeFunctionData({
    abi: blindBoxAbi,
    functionName: 'takeBack',
    args: [box.hash, left.map((prize) => BigInt(prize.place))],
  })
  await send(revealSenderOn(context, context.chains.get(box.chainId)), { to: box.contract, data })
}

/** Stored before the transaction is sent: a crash in between leaves an unused row, never a commitment without a row. */
async function newChain({ db, clock, revealOperator }: Context, box: StoredBox, first: number, requests: number): Promise<PreimageChain> {
  return transact(db, async (tx) => {
    const { attempt } = await tx
      .selectFrom('box_chain')
      .select(({ fn }) => fn.countAll<number>().as('attempt'))
      .where('blind_box_id', '=', box.id)
      .executeTakeFirstOrThrow()
    const hashChain = { box: box.hash, first, attempt, requests }
    const anchor = requireRevealOperator({ revealOperator }).commitmentOf(hashChain)
    await tx
      .insertInto('box_chain')
      .values({ blind_box_id: box.id, first, attempt, requests, anchor: Buffer.from(anchor.slice(2), 'hex'), created_at: clock.now() })
      .execute()
    await refreshBox(tx, box)
    return hashChain
  })
}

async function approveItems(context: Context, chain: Chain, contract: Address, { token: address }: Asset): Promise<void> {
  const transferProxy = proxyOf(chain.config.contracts, contract)
  const { address: owner } = requireRevealOperator(context)
  const isApproved = await chain.read((client) =>
    client.readContract({ address, abi: erc721Abi, functionName: 'isApprovedForAll', args: [owner, transferProxy] }),
  )
  if (isApproved) return
  const data = encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [transferProxy, true] })
  await send(revealSenderOn(context, chain), { to: address, data })
}

async function approveMoney(context: Context, chain: Chain, { payToken: address, contract }: StoredBox, amount: bigint): Promise<void> {
  const transferProxy = proxyOf(chain.config.contracts, contract)
  const { address: owner } = requireRevealOperator(context)
  const args = [owner, transferProxy] as const
  const allowed = await chain.read((client) => client.readContract({ address, abi: erc20Abi, functionName: 'allowance', args }))
  if (allowed >= amount) return

  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [transferProxy, amount] })
  await send(revealSenderOn(context, chain), { to: address, data })
}

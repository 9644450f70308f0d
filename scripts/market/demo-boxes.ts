import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, readMetadata } from '@plinth/api'
import { chainControls, getDemoAccount, MEDIA_DIR, mined, type Person, readCatalogue, type StoryChain } from '@plinth/devnet'
import {
  type Address,
  ASSET_TYPE,
  type Asset,
  coin,
  erc20,
  erc1155,
  itemMetadata,
  metadataUrlOf,
  mintUriOf,
  parseUnits,
  payAmount,
} from '@plinth/protocol'
import { blindBoxAbi, collection1155Abi, dollarTokenAbi } from '@plinth/protocol/abi'
import { encodeFunctionData, parseEther } from 'viem'
import type { Chain } from '../../apps/server/src/chain/chain.ts'
import { send } from '../../apps/server/src/chain/sender.ts'
import type { Context } from '../../apps/server/src/context.ts'
import {
  addKinds,
  createBox,
  depositBond,
  getBox,
  listSeries,
  registerBox,
  requireRevealOperator,
  revealSenderOn,
} from '../../apps/server/src/modules/boxes/service.ts'
import { mediaUrl } from '../../apps/server/src/modules/uploads/service.ts'
import type { StoredBox } from '../../apps/server/src/state/boxes/store.ts'
import { HELD_WORK, PLANNED_BOXES, type PlannedBox, TICKET_WORK } from './demo-box-plans.ts'

type Stage = {
  readonly context: Context
  readonly apiUrl: string
  readonly chains: readonly StoryChain[]
  readonly people: readonly Person[]
}
type Edition = { readonly asset: Asset; readonly name: string; readonly chainId: number }

/** Preimages of each series: more than visitors open. */
const REQUESTS = 200
const TICKET_BOND = parseEther('0.01')

export const DEMO_BOXES: readonly string[] = PLANNED_BOXES.map(({ name }) => name)
/** It needs no work of the show, so it stands there when the site opens. */
export const FIRST_BOXES: readonly string[] = ['Garden tin']

/** The operator's part of the demo: a box, and the first accounts that open some. Their draws follow with the next blocks. */
export async function offerDemoBox(stage: Stage, name: string): Promise<void> {
  const plan = PLANNED_BOXES.find((each) => each.name === name)
  const story = stage.chains.find(({ chain }) => chain.chainId === plan?.chainId)
  if (!plan || !story) throw new Error(`no box ${name} is planned here`)
  const { context } = stage
  const chain = context.chains.get(story.chain.chainId)
  const { address } = requireRevealOperator(context)
  const there = (await listSeries(context)).find((series) => series.name === name && series.state !== 'not filled')
  if (there) return ensureBond(context, await getBox(context, there.id))
  await chainControls(story.chain.rpcUrl).setBalance(address, parseEther('1000'))
  if (plan.money === 'dollar') await takeDollars(stage, chain, story, address)
  const editions = await findEditions(stage, plan)
  const prizes = await makeKinds(stage, chain, plan)
  const people = stage.people.filter(({ chain: own }) => own.chain.chainId === plan.chainId)
  if (plan.prizes.some((prize) => prize.isHeld)) await giveHeld(people, plan, editions, address)
  const box = await offerOne(stage, chain, plan, { prizes, editions, dollar: story.contracts.dollar })
  await openFirst(people, box, plan)
}

async function takeDollars({ context }: Stage, chain: Chain, { contracts }: StoryChain, to: Address): Promise<void> {
  const data = encodeFunctionData({ abi: dollarTokenAbi, functionName: 'mint', args: [to, parseUnits('10000', 6)] })
  await send(revealSenderOn(context, chain), { to: contracts.dollar, data })
}

type Prize = { readonly name: string; readonly description: string; readonly image: string; readonly animation: string } & {
  readonly metadata: string
  readonly uri: string
  readonly kind: bigint
}

/** Images and metadata of a box's prizes, by their names; one transaction adds the minted kinds. */
async function makeKinds({ context }: Stage, chain: Chain, plan: PlannedBox): Promise<ReadonlyMap<string, Prize>> {
  const { description } = plan
  const made = new Map<string, Prize>()
  for (const prize of plan.prizes) {
    const picture = await hang(context, prize.work)
    const metadata = itemMetadata({ name: prize.name, description, image: picture.uri, animation: '', properties: [] })
    const { cid } = await context.media.putJson(context.db, metadata)
    const text = { name: prize.name, description, image: picture.url, animation: '', metadata }
    made.set(prize.name, { ...text, uri: mintUriOf(metadataUrlOf(cid)), kind: 0n })
  }
  const minted = plan.prizes.filter(({ isHeld }) => !isHeld).map(({ name }) => [name, made.get(name) as Prize] as const)
  const first = await addKinds(
    context,
    chain,
    minted.map(([, { uri }]) => uri),
  )
  for (const [at, [name, prize]] of minted.entries()) made.set(name, { ...prize, kind: first + BigInt(at) })
  return made
}

/** An image of the demo, which the store already has. */
async function hang({ media, db }: Context, slug: string): Promise<{ url: string; uri: string }> {
  const work = readCatalogue().works.find((entry) => entry.slug === slug)
  if (!work) throw new Error(`no work ${slug}`)
  const path = join(media.incoming, `box-${slug}`)
  await copyFile(join(MEDIA_DIR, work.file), path)
  const stored = await media.putFile(db, path)
  return { url: mediaUrl(stored), uri: metadataUrlOf(stored.cid) }
}

type Offered = { prizes: ReadonlyMap<string, Prize>; editions: ReadonlyMap<string, Edition>; dollar: Address }

async function offerOne({ context }: Stage, chain: Chain, plan: PlannedBox, { prizes, editions, dollar }: Offered): Promise<StoredBox> {
  const { timestamp } = await chain.refresh()
  const isTicket = plan.money === 'ticket'
  const ticket = isTicket ? editionOf(editions, TICKET_WORK) : undefined
  const money = ticket?.asset ?? (plan.money === 'dollar' ? erc20(dollar) : coin())
  const box = await createBox(context, chain, {
    text: {
      name: plan.name,
      description: plan.description,
      property: '',
      anim1: '',
      anim2: '',
      isSealed: plan.isSealed ?? false,
      image: (await hang(context, plan.cover)).url,
    },
    opening: plan.opening,
    repeat: plan.repeat,
    money,
    price: priceOf(plan),
    startTime: timestamp + plan.startsIn,
    endTime: timestamp + plan.endsIn,
    ...(ticket ? { ticket: { name: ticket.name, symbol: ticket.name } } : {}),
    prizes: plan.prizes.map((prize) => {
      const { kind, ...text } = prizes.get(prize.name) as Prize
      const minted = { token: chain.config.contracts.prizeCollection, tokenId: kind, assetType: ASSET_TYPE.MINTED }
      return { ...text, amount: prize.amount, asset: prize.isHeld ? editionOf(editions, prize.work).asset : minted }
    }),
  })
  await registerBox(context, box.id, { requests: REQUESTS, ...(isTicket ? { bondEach: TICKET_BOND } : {}) })
  await ensureBond(context, box)
  return box
}

/** A start that was killed may have registered the box alone. */
async function ensureBond(context: Context, box: StoredBox): Promise<void> {
  const isTicket = box.payType === ASSET_TYPE.ERC1155
  if (box.bond === 0n) await depositBond(context, box.id, isTicket ? TICKET_BOND * BigInt(box.boxes) : box.buying)
}

function priceOf({ money, price }: PlannedBox): bigint {
  return parseUnits(price, { coin: 18, dollar: 6, ticket: 0 }[money])
}

/** Who made the editions of these boxes. */
const GIVER = 'Zhang Wei'

/** Copies of an edition go to the box's owner. */
async function giveHeld(people: readonly Person[], plan: PlannedBox, editions: ReadonlyMap<string, Edition>, to: Address): Promise<void> {
  const giver = personOf(people, GIVER)
  const { asset } = editionOf(editions, HELD_WORK)
  const amount = plan.prizes.find((prize) => prize.isHeld)?.amount ?? 0
  const args = [giver.address, to, asset.tokenId, BigInt(amount), '0x'] as const
  await mined(
    giver,
    await giver.wallet.writeContract({ address: asset.token, abi: collection1155Abi, functionName: 'safeTransferFrom', args }),
  )
}

/** By the short form; in sequence, since an open costs more gas while another one is pending. */
async function openFirst(people: readonly Person[], box: StoredBox, plan: PlannedBox): Promise<void> {
  for (const [name, boxes] of plan.openers) {
    const person = personOf(people, name)
    const total = payAmount(priceOf(plan), BigInt(boxes), await buyerFeeOf(person, box))
    await approve(person, box, plan, total)
    const value = plan.money === 'coin' ? total : 0n
    const args = [box.hash, BigInt(boxes)] as const
    await mined(person, await person.wallet.writeContract({ address: box.contract, abi: blindBoxAbi, functionName: 'open', args, value }))
  }
}

const buyerFeeOf = ({ wallet }: Person, { contract: address }: StoredBox): Promise<bigint> =>
  wallet.readContract({ address, abi: blindBoxAbi, functionName: 'buyerFee' })

/** Approves exactly the payment; for tickets all, since ERC1155 has no allowance. */
async function approve(person: Person, { payToken: address }: StoredBox, { money }: PlannedBox, total: bigint): Promise<void> {
  const { wallet, chain } = person
  const proxy = chain.contracts.transferProxy
  if (money === 'dollar')
    await mined(person, await wallet.writeContract({ address, abi: dollarTokenAbi, functionName: 'approve', args: [proxy, total] }))
  if (money === 'ticket')
    await mined(
      person,
      await wallet.writeContract({ address, abi: collection1155Abi, functionName: 'setApprovalForAll', args: [proxy, true] }),
    )
}

function personOf(people: readonly Person[], wanted: string): Person {
  const found = people.find(({ name }) => name === wanted)
  if (!found) throw new Error(`${wanted} is not there`)
  return found
}

/** The editions used as payment or prizes, as the demo minted them. */
async function findEditions({ apiUrl }: Stage, plan: PlannedBox): Promise<ReadonlyMap<string, Edition>> {
  if (plan.money !== 'ticket' && !plan.prizes.some(({ isHeld }) => isHeld)) return new Map()
  const guest = createClient({ baseUrl: apiUrl })
  const { address } = getDemoAccount(GIVER)
  const { works } = readCatalogue()
  const wanted = works.filter(({ slug }) => slug === TICKET_WORK || slug === HELD_WORK)
  const { list } = await guest.user.created({ address, page: 1, limit: 100 })
  const found = wanted.flatMap((work) => {
    const item = list.find(({ metadata }) => readMetadata(metadata).name === work.nameZh)
    if (!item) return []
    return [[work.slug, { asset: erc1155(item.collection, item.tokenId), name: work.nameZh, chainId: item.chainId }] as const]
  })
  return new Map(found)
}

function editionOf(editions: ReadonlyMap<string, Edition>, slug: string): Edition {
  const found = editions.get(slug)
  if (!found) throw new Error(`nobody made ${slug}`)
  return found
}

import { readMetadata } from '@plinth/api'
import {
  type Address,
  ASSET_TYPE,
  type Asset,
  coin,
  erc20,
  erc721,
  erc1155,
  itemMetadata,
  metadataUrlOf,
  mintUriOf,
  ProtocolError,
  parseUnits,
  TOKEN_STANDARD,
} from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import type { Context } from '../../context.ts'
import type { StoredMedia } from '../../media/media.ts'
import type { BoxText, StoredBox } from '../../state/boxes/store.ts'
import { findItem, type ItemRow, isShown } from '../../state/items/store.ts'
import { chainOf, type Operator, OperatorRefused, recordAudit } from '../operators/service.ts'
import { findPayToken } from '../pay-tokens/service.ts'
import { requireOwnRevealOperator } from './commands.ts'
import type { BoxDraft } from './operate.ts'
import { addKinds, createBox } from './operate.ts'
import { inSentences } from './refusals.ts'

type ItemName = { readonly collection: Address; readonly tokenId: bigint }
/**
 * A prize that the contract mints when it is drawn, with a picture of this site; or copies of an item that the reveal operator
 * holds.
 */
export type PrizeDraft =
  | { readonly name: string; readonly description: string; readonly image: string; readonly amount: number }
  | (ItemName & { readonly amount: number })
export type MoneyDraft = 'coin' | { readonly token: Address } | { readonly ticket: ItemName & { readonly symbol: string } }

/** A series as an operator describes it. */
export type SeriesDraft = Omit<BoxText, 'property'> & {
  readonly chainId: number
  readonly opening: number
  readonly repeat: boolean
  readonly startTime: number
  readonly endTime: number
  /** Per box, in decimal notation. */
  readonly price: string
  readonly money: MoneyDraft
  readonly prizes: readonly PrizeDraft[]
}

/** Limits of the contract: prizes per request, kinds per series and copies per kind. */
const MOST_KINDS = 100
const MOST_OPENING = 100
const MOST_COPIES = 65_535

/** Stores a series that stays hidden until it is filled; adds its minted kinds on chain. @throws OperatorRefused */
export async function createSeries(context: Context, operator: Operator, draft: SeriesDraft): Promise<StoredBox> {
  const chain = chainOf(context, draft.chainId)
  requireOwnRevealOperator(context)
  refuseShape(draft)
  await refuseTimes(chain, draft)
  const { asset: money, decimals, ticket } = await readMoney(context, chain, draft)
  const price = readPrice(draft.price, decimals)
  await pictureOf(context, draft.image, 'image')
  for (const field of ['anim1', 'anim2'] as const) if (draft[field] !== '') await refuseUnshowable(context, draft[field], field)
  const prizes = await readPrizes(context, chain, draft.prizes)
  const { name, description, image, isSealed, anim1, anim2, opening, repeat, startTime, endTime } = draft
  const box: BoxDraft = {
    opening,
    repeat,
    startTime,
    endTime,
    price,
    money,
    prizes,
    text: { name, description, image, isSealed, property: '', anim1, anim2 },
    ...(ticket ? { ticket } : {}),
  }
  return inSentences(() =>
    createBox(context, chain, box, (tx, id) =>
      recordAudit(tx, context.clock, operator, { what: 'box create', subject: `box ${id}`, details: { ...draft } }),
    ),
  )
}

function refuseShape({ opening, repeat, prizes }: SeriesDraft): void {
  if (prizes.length === 0 || prizes.length > MOST_KINDS)
    throw new OperatorRefused(`A series has 1 to ${MOST_KINDS} kinds of prizes.`, {
      zh: `一个系列须有 1 到 ${MOST_KINDS} 种奖品。`,
      field: 'prizes',
    })
  if (opening < 1 || opening > MOST_OPENING)
    throw new OperatorRefused(`A box holds 1 to ${MOST_OPENING} prizes.`, {
      zh: `每盒须有 1 到 ${MOST_OPENING} 件奖品。`,
      field: 'prizesPerBox',
    })
  const wrong = prizes.findIndex(({ amount }) => amount < 1 || amount > MOST_COPIES)
  if (wrong >= 0)
    throw new OperatorRefused(`A kind has 1 to ${MOST_COPIES} copies.`, {
      zh: `每种奖品须有 1 到 ${MOST_COPIES} 份。`,
      field: `prizes.${wrong}.amount`,
    })
  const copies = prizes.reduce((sum, { amount }) => sum + amount, 0)
  if (copies % opening !== 0)
    throw new OperatorRefused(`${copies} prizes do not fill boxes of ${opening}: add some, or take some out.`, {
      zh: `${copies} 件奖品无法装满每盒 ${opening} 件的盲盒：请增加或减少一些。`,
      field: 'prizesPerBox',
    })
  const boxes = copies / opening
  const tooMany = repeat ? -1 : prizes.findIndex(({ amount }) => amount > boxes)
  if (tooMany >= 0) {
    const { amount } = prizes[tooMany] as PrizeDraft
    throw new OperatorRefused(
      `A kind has ${amount} copies, and there are ${boxes} boxes without repeats in them: have fewer copies, or let them repeat.`,
      {
        zh: `该奖品有 ${amount} 份，而盒内不重复的盲盒只有 ${boxes} 盒：请减少份数，或允许盒内重复。`,
        field: `prizes.${tooMany}.amount`,
      },
    )
  }
}

async function refuseTimes(chain: Chain, { startTime, endTime }: SeriesDraft): Promise<void> {
  if (endTime <= startTime)
    throw new OperatorRefused('The sale ends before it begins.', { zh: '发售结束时间早于开始时间。', field: 'ends' })
  const { timestamp } = await chain.refresh()
  if (endTime <= timestamp)
    throw new OperatorRefused(`The sale would be over already, by the clock of chain ${chain.id}.`, {
      zh: `按链 ${chain.id} 的时间，发售已经结束。`,
      field: 'ends',
    })
}

type Money = { readonly asset: Asset; readonly decimals: number; readonly ticket?: { readonly name: string; readonly symbol: string } }

async function readMoney(context: Context, chain: Chain, { money, opening, prizes }: SeriesDraft): Promise<Money> {
  if (money === 'coin') return { asset: coin(), decimals: 18 }
  if ('token' in money) {
    const token = await findPayToken(context.db, chain.id, money.token)
    if (!token)
      throw new OperatorRefused(`${money.token} is no pay token of chain ${chain.id}: add it with \`pay-tokens add\` first.`, {
        zh: `${money.token} 不是链 ${chain.id} 的支付代币：请先在“支付代币”中添加。`,
        field: 'money.token',
      })
    return { asset: erc20(token.address), decimals: token.decimals }
  }
  const item = await knownItem(context, chain, money.ticket, 'money.ticket')
  const boxes = prizes.reduce((sum, { amount }) => sum + amount, 0) / opening
  if (item.standard === TOKEN_STANDARD.ERC721 && boxes !== 1)
    throw new OperatorRefused('A ticket of which there is one opens a series of one box alone.', {
      zh: '仅有一份的门票只能用于仅有一盒的系列。',
      field: 'money.ticket.tokenId',
    })
  return { asset: assetOf(item), decimals: 0, ticket: { name: item.name, symbol: money.ticket.symbol } }
}

function readPrice(text: string, decimals: number): bigint {
  try {
    const price = parseUnits(text, decimals)
    if (price > 0n) return price
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
  }
  const [sentence, zh] =
    decimals === 0
      ? ['The price must be a whole number of tickets.', '价格须为整数张门票。']
      : [`The price must be above 0, with at most ${decimals} digits after the point.`, `价格须大于 0，且小数点后最多 ${decimals} 位。`]
  throw new OperatorRefused(sentence, { zh, field: 'price' })
}

type Prize = BoxDraft['prizes'][number]

async function readPrizes(context: Context, chain: Chain, drafts: readonly PrizeDraft[]): Promise<Prize[]> {
  const read = await Promise.all(
    drafts.map((draft, place) => {
      const at = `prizes.${place}`
      return 'collection' in draft ? heldPrize(context, chain, draft, at) : mintedPrize(context, draft, at)
    }),
  )
  const uris = read.flatMap(({ asset, uri }) => (asset ? [] : [uri]))
  let kind = uris.length === 0 ? 0n : await inSentences(() => addKinds(context, chain, uris))
  const { prizeCollection: token } = chain.config.contracts
  return read.map(({ asset, ...prize }) => ({ ...prize, asset: asset ?? { token, tokenId: kind++, assetType: ASSET_TYPE.MINTED } }))
}

type ReadPrize = Omit<Prize, 'asset'> & { readonly asset: Asset | undefined }

type HeldDraft = ItemName & { readonly amount: number }

async function heldPrize(context: Context, chain: Chain, { amount, ...named }: HeldDraft, at: string): Promise<ReadPrize> {
  const item = await knownItem(context, chain, named, at)
  if (item.standard === TOKEN_STANDARD.ERC721 && amount !== 1)
    throw new OperatorRefused(`There is one ${item.name}, and no ${amount}.`, {
      zh: `${item.name} 仅有一份，没有 ${amount} 份。`,
      field: `${at}.amount`,
    })
  const { name, description, image, animationUrl } = readMetadata(item.metadata)
  return {
    name: name || item.name,
    description,
    image,
    animation: animationUrl,
    metadata: item.metadata,
    amount,
    uri: '',
    asset: assetOf(item),
  }
}

type MintedDraft = Exclude<PrizeDraft, ItemName>

async function mintedPrize(context: Context, { name, description, image, amount }: MintedDraft, at: string): Promise<ReadPrize> {
  const uri = await pictureOf(context, image, `${at}.image`)
  const metadata = itemMetadata({ name, description, image: uri, animation: '', properties: [] })
  const { cid } = await context.media.putJson(context.db, metadata)
  return { name, description, image, animation: '', metadata, amount, uri: mintUriOf(metadataUrlOf(cid)), asset: undefined }
}

/** The address under which the chain's metadata names a picture of this site. @throws OperatorRefused */
async function pictureOf(context: Context, image: string, field: string): Promise<string> {
  const stored = await holdUpload(context, image)
  if (stored?.kind !== 'image')
    throw new OperatorRefused(`${JSON.stringify(image)} is no picture of this site: upload it first.`, {
      zh: `${JSON.stringify(image)} 不是本站的图片：请先上传。`,
      field,
    })
  return metadataUrlOf(stored.cid)
}

/** Films that every browser plays natively. */
const FILMS = ['video/mp4', 'video/webm']

/** Checks that the film or picture of an opening can be shown without delay. @throws OperatorRefused */
async function refuseUnshowable(context: Context, film: string, field: 'anim1' | 'anim2'): Promise<void> {
  const stored = await holdUpload(context, film)
  if (stored && (stored.kind === 'image' || FILMS.includes(stored.mime))) return
  const found = stored ? ` (${stored.mime})` : ''
  throw new OperatorRefused(
    `${JSON.stringify(film)}${found} is nothing that an opening can show: take an MP4 or WebM film, or a picture.`,
    {
      zh: `${JSON.stringify(film)}${found} 无法在开盒时展示：请使用 MP4 或 WebM 视频，或图片。`,
      field,
    },
  )
}

async function holdUpload({ media, db }: Context, address: string): Promise<StoredMedia | undefined> {
  const [, cid = ''] = /^\/static\/upload\/(\w{10,})\.\w+$/.exec(address) ?? []
  return media.hold(db, cid)
}

async function knownItem({ db }: Context, chain: Chain, named: ItemName, at: string): Promise<ItemRow> {
  const item = await findItem(db, { chainId: chain.id, ...named })
  if (isShown(item) && item.isConfirmed) return item
  throw new OperatorRefused(`There is no item ${named.tokenId} of ${named.collection} on chain ${chain.id} that visitors see.`, {
    zh: `链 ${chain.id} 上没有访客可见的藏品 ${named.collection} #${named.tokenId}。`,
    field: `${at}.tokenId`,
  })
}

function assetOf({ standard, collection, tokenId }: ItemRow): Asset {
  return standard === TOKEN_STANDARD.ERC721 ? erc721(collection, tokenId) : erc1155(collection, tokenId)
}

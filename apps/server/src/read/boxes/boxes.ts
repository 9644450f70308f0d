import type { BoxOrderRecord, BoxPayToken, BoxPrizeRecord, BoxRecord, OwnerDraws, Page } from '@plinth/api'
import { type Address, BASE_URI, documentedProbability, formatUnits, liveProbability } from '@plinth/protocol'
import { type Selectable, sql } from 'kysely'
import { boxFeeToShow } from '../../chain/shown-fees.ts'
import type { Context } from '../../context.ts'
import { bytes, type Db } from '../../db/database.ts'
import { type PageOf, pageBounds } from '../../db/paging.ts'
import type { BoxTables } from '../../db/schema/boxes.ts'
import { listBoxPayTokens } from '../../modules/boxes/service.ts'
import { NO_RATE } from '../../modules/pay-tokens/service.ts'
import { peopleOf, personOf } from '../../modules/users/service.ts'
import { isTicket, signedFields } from '../../state/boxes/signed-fields.ts'
import { prizesOf, readBox, type StoredBox, type StoredPrize, unitPriceOf } from '../../state/boxes/store.ts'

type Reads = Pick<Context, 'db' | 'chains'>

export type BoxFilter = {
  readonly chainIds: readonly number[]
  readonly collection?: Address | undefined
  readonly name?: string | undefined
}

/** Series that are registered on chain, newest first. */
export async function listBoxes(context: Reads, filter: BoxFilter, page: PageOf): Promise<Page<BoxRecord>> {
  const { collection, name } = filter
  const boxes = context.db
    .selectFrom('blind_box')
    .where('is_registered', '=', true)
    .where('chain_id', 'in', [...filter.chainIds])
    .$if(name !== undefined, (query) => query.where('name', 'ilike', `%${likely(name ?? '')}%`))
    .$if(collection !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('blind_box_prize')
            .select('blind_box_prize.id')
            .whereRef('blind_box_id', '=', 'blind_box.id')
            .where('place', '=', 0)
            .where('collection', '=', bytes(collection ?? '0x')),
        ),
      ),
    )
  const { total } = await boxes.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { offset, isThere, counts } = pageBounds(total, page)
  const rows: Selectable<BoxTables['blind_box']>[] = isThere
    ? await boxes.selectAll().orderBy('id', 'desc').limit(page.limit).offset(offset).execute()
    : []
  return { list: await presentBoxes(context, rows.map(readBox)), ...counts }
}

/** Of all series that the account has registered, on every chain and of every edition. */
export async function countDraws(db: Db, owner: Address): Promise<OwnerDraws> {
  return db
    .selectFrom('blind_box')
    .select(({ fn }) => [
      fn.countAll<number>().as('series'),
      fn.coalesce(fn.sum<number>('requests'), sql.lit(0)).as('draws'),
      fn.coalesce(fn.sum<number>('missed'), sql.lit(0)).as('missed'),
    ])
    .where('owner', '=', bytes(owner))
    .where('is_registered', '=', true)
    .executeTakeFirstOrThrow()
}

/** Escapes the wildcards of LIKE. */
const likely = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

export type BoxFacts = {
  readonly prizes: ReadonlyMap<number, readonly StoredPrize[]>
  readonly payTokens: readonly BoxPayToken[]
  readonly buyerFees: ReadonlyMap<number, number>
}

async function loadBoxFacts(context: Reads, boxes: readonly StoredBox[]): Promise<BoxFacts> {
  const { db, chains } = context
  const chainIds = [...new Set(boxes.map((box) => box.chainId))]
  const known = chainIds.flatMap((id) => chains.find(id) ?? [])
  const [prizes, payTokens, fees] = await Promise.all([
    prizesOf(
      db,
      boxes.map((box) => box.id),
    ),
    listBoxPayTokens(context, chainIds, { withUnlisted: true }),
    Promise.all(known.map(async (chain) => [chain.id, Number(await boxFeeToShow(chain))] as const)),
  ])
  return { prizes, payTokens, buyerFees: new Map(fees) }
}

export async function presentBoxes(context: Reads, boxes: readonly StoredBox[]): Promise<BoxRecord[]> {
  if (boxes.length === 0) return []
  const facts = await loadBoxFacts(context, boxes)
  const people = await peopleOf(
    context.db,
    boxes.map((box) => box.owner),
  )
  return boxes.map((box) => {
    const payToken = boxPayTokenOf(facts.payTokens, box)
    const { chainId, contract, name, image, description, property, startTime, endTime, anim1, anim2, opened, waiting } = box
    return {
      chainId,
      contract,
      name,
      image,
      description,
      property,
      startTime,
      endTime,
      anim1,
      anim2,
      opened,
      waiting,
      id: BigInt(box.id),
      boxHash: box.hash,
      collection: facts.prizes.get(box.id)?.[0]?.collection ?? contract,
      price: formatUnits(unitPriceOf(box), payToken.decimals),
      unitPrice: unitPriceOf(box),
      amount: box.boxes,
      nftAmount: box.opening,
      isRepetition: box.repeat,
      payTokenId: payToken.id,
      ...payTokenFields(payToken),
      isConfirmed: box.isRegistered,
      isSealed: box.isSealed,
      isStopped: box.isStopped,
      missed: box.missed,
      requestsLeft: box.isStopped ? 0 : Math.max(0, box.chainEnd - box.requests),
      bond: box.bond,
      bondEach: box.bondEach,
      registerTx: box.registerTx ?? '',
      user: personOf(people, box.owner),
      order: orderOf(box, facts),
      createdAt: box.createdAt,
    }
  })
}

export async function presentBoxOrders(context: Reads, boxes: readonly StoredBox[]): Promise<BoxOrderRecord[]> {
  if (boxes.length === 0) return []
  const facts = await loadBoxFacts(context, boxes)
  return boxes.map((box) => orderOf(box, facts))
}

function orderOf(box: StoredBox, facts: BoxFacts): BoxOrderRecord {
  const prizes = facts.prizes.get(box.id) ?? []
  const payToken = boxPayTokenOf(facts.payTokens, box)
  return {
    id: BigInt(box.id),
    ...signedFields(box, prizes),
    signature: box.signature,
    digest: box.digest,
    buying: formatUnits(box.buying, payToken.decimals),
    total: box.buying,
    amount: box.boxes,
    opened: box.opened,
    buyerFee: isTicket(box) ? 0 : (facts.buyerFees.get(box.chainId) ?? 0),
    ...payTokenFields(payToken),
    nfts: prizes.map((prize) => prizeOf(box, prize, copiesLeft(prizes))),
  }
}

export function presentPrizes(box: StoredBox, prizes: readonly StoredPrize[]): BoxPrizeRecord[] {
  return prizes.map((prize) => prizeOf(box, prize, copiesLeft(prizes)))
}

const copiesLeft = (prizes: readonly StoredPrize[]): bigint => BigInt(prizes.reduce((sum, prize) => sum + prize.remaining, 0))

/** A kind that has not been drawn yet; until then the operator keeps it sealed (decision 34). */
function isSealedPrize(box: StoredBox, prize: StoredPrize): boolean {
  return box.isSealed && prize.remaining === prize.amount
}

function prizeOf(box: StoredBox, prize: StoredPrize, copies: bigint): BoxPrizeRecord {
  const isSealed = isSealedPrize(box, prize)
  const perBox = BigInt(box.opening)
  const stock = { boxes: BigInt(box.boxes), perBox, isRepetition: box.repeat }
  const { collection, tokenId, amount } = prize
  const text = isSealed ? SEALED : { ...textOf(prize), metadataUrl: `${BASE_URI}${prize.uri}` }
  return {
    id: BigInt(prize.id),
    boxId: BigInt(box.id),
    prizeId: BigInt(prize.id),
    index: prize.place,
    collection,
    tokenId,
    amount,
    isSealed,
    type: prize.assetType,
    left: prize.remaining,
    probability: documentedProbability(BigInt(amount), stock),
    liveProbability: liveProbability(BigInt(prize.remaining), { copies, perBox, isRepetition: box.repeat }),
    ...text,
  }
}

const SEALED = { name: '', image: '', animation: '', description: '', metadata: '', metadataUrl: '' }

function textOf({ name, image, animation, description, metadata }: StoredPrize) {
  return { name, image, animation, description, metadata }
}

/** A token taken off the list since is shown by its address, without a name. */
export function boxPayTokenOf(payTokens: readonly BoxPayToken[], box: StoredBox): BoxPayToken {
  const { chainId, payToken: address, payTokenId: tokenId, payType: type } = box
  const found = payTokens.find((token) => token.chainId === chainId && token.address === address && token.tokenId === tokenId)
  return found ?? { id: 0n, chainId, name: '', symbol: '', type, address, tokenId, decimals: 0, rate: NO_RATE, metadata: '' }
}

function payTokenFields(payToken: BoxPayToken) {
  return {
    payTokenAddress: payToken.address,
    payTokenType: payToken.type,
    payTokenName: payToken.name,
    payTokenSymbol: payToken.symbol,
    payTokenTokenId: payToken.tokenId,
    payTokenDecimals: payToken.decimals,
    payTokenMetadata: payToken.metadata,
  }
}

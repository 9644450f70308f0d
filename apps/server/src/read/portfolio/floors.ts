import type { CardPrice } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { byteas, givenRows, int8s } from '../../db/columns.ts'
import { addressOf } from '../../db/database.ts'
import { floorsOfCollections } from '../../state/statistics/floors.ts'
import { readMoneys } from '../explore/present-moneys.ts'
import { type PayTokens, payTokenOf, payTokensOf, type Reads } from '../orders.ts'

export type CollectionRef = { readonly chainId: number; readonly collection: Address }
export const collectionKey = ({ chainId, collection }: CollectionRef): string => `${chainId}:${collection}`

export type OwnFloor = CollectionRef & {
  readonly money: Address
  readonly payToken: Address
  readonly unitPrice: bigint
  /** At the rates of now; undefined without one. */
  readonly worth: bigint | undefined
  readonly isThin: boolean
  /** Works count with it: it is not thin, and two pairs of accounts traded in its collection within 30 days (PORT-01). */
  readonly isValued: boolean
}

const MONTH_S = 30 * 86_400

/** The floor of each collection, in the money in which it is worth least, before buyer fees. */
export async function readOwnFloors(context: Reads, collections: readonly CollectionRef[]): Promise<Map<string, OwnFloor>> {
  const moneys = await readMoneys(context)
  const found = new Map<string, OwnFloor>()
  for (const [chainId, some] of Map.groupBy(collections, (one) => one.chainId)) {
    const now = context.chains.find(chainId)?.now()
    if (now === undefined) continue
    const addresses = some.map(({ collection }) => collection)
    const [floors, liquid] = [await floorsOfCollections(context.db, chainId, addresses, now), await liquidAmong(context, some, now)]
    for (const floor of floors) {
      const { collection, money, payToken, unitPrice, isThin } = floor
      const weight = moneys.find(chainId, payToken)?.weight
      const key = collectionKey({ chainId, collection })
      const worth = weight === undefined ? undefined : weight * unitPrice
      const known = found.get(key)
      // Of moneys without a rate the first one stays.
      if (known && (worth === undefined || (known.worth !== undefined && known.worth <= worth))) continue
      found.set(key, { chainId, collection, money, payToken, unitPrice, worth, isThin, isValued: !isThin && liquid.has(collection) })
    }
  }
  return found
}

/** Those in which two pairs of accounts have traded of late, by sales that count. */
async function liquidAmong({ db }: Reads, collections: readonly CollectionRef[], now: number): Promise<Set<Address>> {
  const given = givenRows({
    of_chain: int8s(collections.map(({ chainId }) => chainId)),
    collection: byteas(collections.map(({ collection }) => collection)),
  })
  const { rows } = await sql<{ collection: Uint8Array }>`select given.collection from ${given} where (
      select count(*) from (select distinct least(s.seller, s.buyer), greatest(s.seller, s.buyer) from sale s
        where s.chain_id = given.of_chain and s.collection = given.collection and s.is_counted and s.at > ${now - MONTH_S} limit 2) pairs
    ) = 2`.execute(db)
  return new Set(rows.map((row) => addressOf(row.collection)))
}

/** Prices as cards show them. */
export async function readPriceOf(context: Reads): Promise<(chainId: number, payToken: Address, unitPrice: bigint) => CardPrice> {
  const tokens: PayTokens = await payTokensOf(
    context,
    context.chains.all.map(({ id }) => id),
  )
  return (chainId, payToken, unitPrice) => {
    const { symbol, decimals } = payTokenOf(tokens, chainId, payToken)
    return { payToken, symbol, decimals, unitPrice }
  }
}

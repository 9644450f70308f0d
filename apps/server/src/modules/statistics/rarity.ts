import type { AttributeFloors, ItemRarity, Rank } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Context } from '../../context.ts'
import { countAttributes, digestOf } from '../../state/items/attributes.ts'
import { findItem, isShown } from '../../state/items/store.ts'
import { findRank, floorsOfAttributes, namedFloors, type RankOfItem } from '../../state/rarity/read.ts'

type OfItem = { readonly collection: Address; readonly tokenId: bigint; readonly chainId?: number }

export async function getRarity(context: Context, input: OfItem): Promise<ItemRarity> {
  const chain = await context.chains.resolve(input)
  const item = await findItem(context.db, { ...input, chainId: chain.id })
  if (!isShown(item)) return { total: 0, attributes: [] }
  const { total, list } = await countAttributes(context.db, item)
  const [rank, floors] = await Promise.all([
    findRank(context.db, item),
    floorsOfAttributes(context.db, item, list.map(digestOf), chain.now()),
  ])
  return {
    total,
    attributes: list.map((attribute) => ({ ...attribute, floors: floors.get(digestOf(attribute)) ?? [] })),
    rank: rank && rounded(rank),
  }
}

/** What something on sale has: the rarer an attribute, the more its floor tells. */
export async function listAttributeFloors(
  context: Context,
  input: { readonly collection: Address; readonly chainId?: number },
): Promise<AttributeFloors[]> {
  const chain = await context.chains.resolve(input)
  return namedFloors(context.db, { chainId: chain.id, collection: input.collection }, chain.now())
}

const toThousandths = (bits: number): number => Math.round(bits * 1_000) / 1_000

function rounded({ rank, of, bits, parts, kinds }: RankOfItem): Rank {
  return {
    rank,
    of,
    bits: toThousandths(bits),
    parts: parts.map((part) => ({ ...part, bits: toThousandths(part.bits) })),
    kinds: { ...kinds, bits: toThousandths(kinds.bits) },
  }
}

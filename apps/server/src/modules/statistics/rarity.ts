import { Encoded, type ItemRarity, type ItemRecord, type Rank } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Context, SharedContext } from '../../context.ts'
import { countAttributes, digestOf } from '../../state/items/attributes.ts'
import { findItem, isShown } from '../../state/items/store.ts'
import { findRank, findSimilar, floorsOfAttributes, type RankOfItem } from '../../state/rarity/read.ts'
import { readShown } from '../../views/cards.ts'

type OfItem = { readonly collection: Address; readonly tokenId: bigint; readonly chainId?: number }

export async function getRarity(context: Context, input: OfItem): Promise<ItemRarity> {
  const chain = await context.chains.resolve(input)
  const item = await findItem(context.db, { ...input, chainId: chain.id })
  if (!isShown(item)) return { total: 0, attributes: [] }
  const { total, list } = await countAttributes(context.db, item)
  const [rank, floors] = await Promise.all([findRank(context.db, item), floorsOfAttributes(context.db, item, list, chain.now())])
  return {
    total,
    attributes: list.map((attribute) => ({ ...attribute, floors: floors.get(digestOf(attribute)) ?? [] })),
    rank: rank && rounded(rank),
  }
}

export async function listSimilar(context: SharedContext, input: OfItem & { readonly limit: number }): Promise<Encoded<ItemRecord[]>> {
  const chain = await context.chains.resolve(input)
  const item = await findItem(context.db, { ...input, chainId: chain.id })
  const refs = isShown(item) ? await findSimilar(context.db, item, input.limit) : []
  return new Encoded(`[${(await readShown(context, refs)).join(',')}]`)
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

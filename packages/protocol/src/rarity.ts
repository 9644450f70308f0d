/** A collection with fewer items is not ranked, nor one of which fewer than half have attributes. */
export const RARITY_LEAST_ITEMS = 20
/** Kinds of attributes that are compared, the most common ones: everybody may mint into an open collection. */
export const RARITY_MOST_KINDS = 200

/** An attribute as it is compared: texts or digests of them. */
export type RarityAttribute = { readonly kind: string; readonly value: string }

/** What a value tells of its item: −log2 of its share, in bits. For the eye; ranks are compared exactly. */
export const bitsOf = (items: number, of: number): number => Math.log2(of / items)

/**
 * Ranks items by information content, the rarest first; equal ones share the better rank. Undefined where the collection is not
 * ranked, or where no item differs from another, as before a reveal.
 *
 * The sum of −log2(count / items) over the same kinds is the larger, the smaller the product of the counts is. So products of
 * integers are compared, and no rounding decides.
 */
export function rankByRarity(items: readonly (readonly RarityAttribute[])[]): number[] | undefined {
  const joined = items.map(joinKinds)
  const attributed = joined.filter((kinds) => kinds.size > 0).length
  if (items.length < RARITY_LEAST_ITEMS || attributed * 2 < items.length) return undefined
  const values = new Map<string, Map<string, number>>()
  const sizes = new Map<number, number>()
  for (const kinds of joined) {
    sizes.set(kinds.size, (sizes.get(kinds.size) ?? 0) + 1)
    for (const [kind, value] of kinds) {
      const counts = values.get(kind) ?? new Map<string, number>()
      values.set(kind, counts.set(value, (counts.get(value) ?? 0) + 1))
    }
  }
  const compared = [...values]
    .map(([kind, counts]) => ({ kind, counts, items: [...counts.values()].reduce((sum, count) => sum + count, 0) }))
    .sort((one, other) => other.items - one.items || (one.kind < other.kind ? -1 : 1))
    .slice(0, RARITY_MOST_KINDS)
  const scores = joined.map((kinds) =>
    compared.reduce(
      (product, { kind, counts, items: having }) => {
        const value = kinds.get(kind)
        return product * BigInt((value === undefined ? items.length - having : counts.get(value)) ?? 0)
      },
      BigInt(sizes.get(kinds.size) ?? 0),
    ),
  )
  const sorted = [...scores].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  if (sorted[0] === sorted.at(-1)) return undefined
  const ranks = new Map<bigint, number>()
  for (const [place, score] of sorted.entries()) if (!ranks.has(score)) ranks.set(score, place + 1)
  return scores.map((score) => ranks.get(score) ?? 0)
}

/** Several attributes of one kind are one value, in whichever order they stand. */
function joinKinds(attributes: readonly RarityAttribute[]): Map<string, string> {
  const kinds = new Map<string, Set<string>>()
  for (const { kind, value } of attributes) kinds.set(kind, (kinds.get(kind) ?? new Set()).add(value))
  return new Map([...kinds].map(([kind, values]) => [kind, JSON.stringify([...values].sort())]))
}

import { concat, type Hex, keccak256, numberToHex } from 'viem'

/** Siblings on the path from a leaf to its root, the lowest first. Any nodes cost the same gas. */
export function siblingsOf(levels: number): Hex[] {
  return Array.from({ length: levels }, (_, level) => keccak256(numberToHex(level, { size: 32 })))
}

/** The root with each pair hashed in sorted order. */
export function sortedRootOf(leaf: Hex, siblings: readonly Hex[]): Hex {
  return siblings.reduce((node, sibling) => keccak256(concat(node < sibling ? [node, sibling] : [sibling, node])), leaf)
}

/** The root where the leaf is the first, so that each sibling is on the right. */
export function firstRootOf(leaf: Hex, siblings: readonly Hex[]): Hex {
  return siblings.reduce((node, sibling) => keccak256(concat([node, sibling])), leaf)
}

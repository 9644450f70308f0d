import { createHash } from 'node:crypto'
import type { Hex } from 'viem'

type BloomLog = { readonly address: Hex; readonly topics: readonly Hex[] }

const BITS_AT = [0, 2, 4] as const

/** The 2048-bit filter a block's header carries over the addresses and topics of all its logs (yellow paper 4.3.1). */
export function bloomOf(logs: readonly BloomLog[]): Hex {
  const filter = Buffer.alloc(256)
  for (const entry of new Set(logs.flatMap((log) => [log.address, ...log.topics])))
    for (const bit of bitsOf(entry)) filter[255 - (bit >> 3)] = (filter[255 - (bit >> 3)] ?? 0) | (1 << (bit & 7))
  return `0x${filter.toString('hex')}`
}

/** A test that proves which blocks hold no log of these addresses. */
export function bloomTest(addresses: Iterable<Hex>): (bloom: Hex) => boolean {
  const wanted = [...addresses].map(bitsOf)
  return (bloom) => {
    const filter = Buffer.from(bloom.slice(2), 'hex')
    return wanted.some((bits) => bits.every((bit) => ((filter[255 - (bit >> 3)] ?? 0) >> (bit & 7)) & 1))
  }
}

/** The same addresses and events recur block after block. */
const remembered = new Map<Hex, readonly number[]>()
const MOST_REMEMBERED = 20_000

function bitsOf(entry: Hex): readonly number[] {
  const known = remembered.get(entry)
  if (known) return known
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  const bits = hashedBits(entry)
  remembered.set(entry, bits)
  return bits
}

function hashedBits(entry: Hex): readonly number[] {
  const hash = createHash('keccak-256')
    .update(Buffer.from(entry.slice(2), 'hex'))
    .digest()
  return BITS_AT.map((at) => hash.readUInt16BE(at) & 2_047)
}

import { type Hex, hexToBytes, keccak256 } from 'viem'

type BloomLog = { readonly address: Hex; readonly topics: readonly Hex[] }

/** The 2048-bit filter a block's header carries over the addresses and topics of all its logs (yellow paper 4.3.1). */
export function bloomOf(logs: readonly BloomLog[]): Hex {
  const bits = new Uint8Array(256)
  for (const entry of new Set(logs.flatMap((log) => [log.address, ...log.topics]))) {
    const hash = hexToBytes(keccak256(entry))
    for (const at of [0, 2, 4]) {
      const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2_047
      bits[255 - (bit >> 3)] = (bits[255 - (bit >> 3)] ?? 0) | (1 << (bit & 7))
    }
  }
  return `0x${Buffer.from(bits).toString('hex')}`
}

import type { PublicClient } from 'viem'

/** How long the hashes last that a draw of a box can use: the BlindBox reads none that is older. */
export interface BlockTime {
  /** Between two blocks. */
  readonly seconds: number
  readonly hashes: number
}

/** EIP-2935 */
const HISTORY = '0x0000F90827F1C53a10cb7A02335B175320002935'
const HASHES_OF_HISTORY = 8_191
const HASHES_OF_OPCODE = 256
/** Fewer say little: a new chain makes its first blocks as they are asked for. */
const LEAST_BLOCKS = 200
/** `REVEAL_TIME` of BlindBox.sol. */
const REVEAL_S = 1_800

/** By the timestamps of the last 8,191 headers, or of all where there are fewer; undefined of a chain that is too young. */
export async function measureBlockTime(client: PublicClient): Promise<BlockTime | undefined> {
  const head = await client.getBlock()
  const blocks = head.number < HASHES_OF_HISTORY ? Number(head.number) : HASHES_OF_HISTORY
  if (blocks < LEAST_BLOCKS) return undefined
  const past = await client.getBlock({ blockNumber: head.number - BigInt(blocks) })
  const hasHistory = (await client.getCode({ address: HISTORY })) !== undefined
  // Timestamps are whole seconds: less than one may read as none.
  const span = Math.max(1, Number(head.timestamp - past.timestamp))
  return { seconds: span / blocks, hashes: hasHistory ? HASHES_OF_HISTORY : HASHES_OF_OPCODE }
}

/** Why boxes are not for this chain: the hash that decides a draw is gone before the time for it is over. */
export function whyNoBoxes({ seconds, hashes }: BlockTime): string | undefined {
  const lasts = seconds * hashes
  if (lasts >= REVEAL_S) return undefined
  return `Its blocks come every ${roundedTime(seconds)} seconds, so the last ${hashes} block hashes last ${roundedTime(lasts / 60)} minutes, and a draw may take ${REVEAL_S / 60}`
}

/** To two digits, so that a second measure says the same. */
export function roundedTime(time: number): number {
  return Number(time.toPrecision(2))
}

import type { BoxRecord } from '@plinth/api'
import { type Connection, openBoxes, perform } from '@plinth/sdk'
import type { Hex } from 'viem'

/** Opens so many boxes of a series and waits for their draw. Answers the transaction that paid. */
export async function openSome({ market, signer }: Connection, box: BoxRecord, boxes: number): Promise<Hex | undefined> {
  const now = () => Math.floor(Date.now() / 1_000)
  const { open } = await perform(openBoxes(market, { box, boxes }, now), signer, { timeoutMs: 35 * 60_000 })
  return open
}

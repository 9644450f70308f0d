import { AppError } from '@plinth/api'
import { commitmentOf } from '@plinth/protocol'
import { blindBoxAbi } from '@plinth/protocol/abi'
import { type Hex, zeroHash } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { isFirstEdition } from '../../chain/editions.ts'
import type { Context } from '../../context.ts'
import type { StoredBox } from '../../state/boxes/store.ts'

type Wanted = {
  readonly request: number
  /** The commitment in the contract. */
  readonly anchor: Hex
  /** How many times the preimage is hashed to give the commitment. */
  readonly links: number
}

/** The preimage of one request, from the hash chain of the series to which the contract is committed. */
export async function findPreimage(
  { db, revealOperator }: Pick<Context, 'db' | 'revealOperator'>,
  box: StoredBox,
  { request, anchor, links }: Wanted,
): Promise<Hex | undefined> {
  if (!revealOperator) throw new AppError('UNSUPPORTED')
  const chains = await db
    .selectFrom('box_chain')
    .select(['first', 'attempt', 'requests'])
    .where('blind_box_id', '=', box.id)
    .where('first', '<=', request)
    .orderBy('attempt', 'desc')
    .execute()
  for (const hashChain of chains.filter(({ first, requests }) => request < first + requests)) {
    const preimage = revealOperator.preimageOf({ ...hashChain, box: box.hash }, request)
    if (hashed(preimage, links) === anchor) return preimage
  }
  return undefined
}

/**
 * What `commit` must reveal of draws that were missed since the last commitment: the preimage of the last of them, zero where
 * none was.
 * @throws AppError BOX_WORD_LOST where this key never knew it
 */
export async function withheldOf(context: Context, chain: Chain, box: StoredBox): Promise<{ next: number; withheld: Hex }> {
  const read = { address: box.contract, abi: blindBoxAbi, args: [box.hash] } as const
  // The first edition counts no missed reveals and asks for no withheld preimages.
  const countsMissed = !isFirstEdition(chain.config.contracts, box.contract)
  const [{ next, anchor }, missed] = await chain.read((client) =>
    Promise.all([
      client.readContract({ ...read, functionName: 'boxOf' }),
      countsMissed ? client.readContract({ ...read, functionName: 'missedOf' }) : 0n,
    ]),
  )
  if (missed === 0n) return { next, withheld: zeroHash }
  const withheld = await findPreimage(context, box, { request: next - 1, anchor, links: Number(missed) })
  if (!withheld) throw new AppError('BOX_WORD_LOST')
  return { next, withheld }
}

function hashed(preimage: Hex, times: number): Hex {
  let hash = preimage
  for (let time = 0; time < times; time++) hash = commitmentOf(hash)
  return hash
}

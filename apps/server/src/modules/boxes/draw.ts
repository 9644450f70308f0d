import { anchorOf } from '@plinth/protocol'
import { blindBoxAbi } from '@plinth/protocol/abi'
import { encodeFunctionData, type Hex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { send } from '../../chain/sender.ts'
import type { Context } from '../../context.ts'
import { keeperOn, requireKeeper } from './operate.ts'
import { REVEAL_TIME_S } from './requests.ts'
import { readBox, type StoredBox } from './store.ts'

/** Series of which somebody waits for a draw. */
export async function listWaiting({ db }: Pick<Context, 'db'>, chainId: number): Promise<StoredBox[]> {
  const rows = await db.selectFrom('blind_box').selectAll().where('chain_id', '=', chainId).where('waiting', '>', 0).orderBy('id').execute()
  return rows.map(readBox)
}

export type DrawStep = 'revealed' | 'refunded' | 'nothing'

/**
 * Moves the oldest request of a series on, by the chain's own word: shows its word as soon as the block that decides is
 * there, or sends all that was paid back once the time is over. Anything sent twice the contract refuses.
 */
export async function drawOldest(context: Context, chain: Chain, box: StoredBox): Promise<DrawStep> {
  const { contract: address, hash } = box
  const [state, block] = await chain.ask((client) =>
    Promise.all([client.readContract({ address, abi: blindBoxAbi, functionName: 'boxOf', args: [hash] }), client.getBlock()]),
  )
  if (state.head === state.next) return 'nothing'
  const args = [hash, BigInt(state.head)] as const
  const request = await chain.ask((client) => client.readContract({ address, abi: blindBoxAbi, functionName: 'requestOf', args }))
  if (request.boxes === 0) return 'nothing'
  const sender = keeperOn(context, chain)
  if (state.isStopped || Number(block.timestamp) >= request.time + REVEAL_TIME_S) {
    await send(sender, { to: address, data: encodeFunctionData({ abi: blindBoxAbi, functionName: 'refund', args: [hash] }) })
    return 'refunded'
  }
  // The hash of the block after the request decides, and must be old when the word is shown.
  if (block.number <= BigInt(request.blockNumber)) return 'nothing'
  const word = await findWord(context, box, { request: state.head, anchor: state.anchor })
  if (!word) {
    context.log.warn('no word for a draw', { chainId: chain.id, boxId: box.id, request: state.head })
    return 'nothing'
  }
  await send(sender, { to: address, data: encodeFunctionData({ abi: blindBoxAbi, functionName: 'reveal', args: [hash, word] }) })
  return 'revealed'
}

/** Of the chains that were made for a series the one that the contract holds now. */
async function findWord(
  context: Context,
  box: StoredBox,
  { request, anchor }: { readonly request: number; readonly anchor: Hex },
): Promise<Hex | undefined> {
  const keeper = requireKeeper(context)
  const chains = await context.db
    .selectFrom('box_chain')
    .select(['first', 'attempt', 'requests'])
    .where('blind_box_id', '=', box.id)
    .where('first', '<=', request)
    .orderBy('attempt', 'desc')
    .execute()
  for (const words of chains.filter(({ first, requests }) => request < first + requests)) {
    const word = keeper.wordOf({ ...words, box: box.hash }, request)
    if (anchorOf(word) === anchor) return word
  }
  return undefined
}

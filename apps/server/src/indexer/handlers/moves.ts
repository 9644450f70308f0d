import { HISTORY_TYPE, type TokenStandard, ZERO_ADDRESS } from '@plinth/protocol'
import type { Hex } from 'viem'
import type { Move } from '../../modules/items/holdings.ts'
import { type RawLog, type Scope, sourceOf } from '../scope.ts'
import type { Fill } from '../writes.ts'

/**
 * What one log moved, in its order; an ERC1155 batch moves several, of the same item too. Moves of nothing are none:
 * anybody can send zero of an item that does not exist.
 */
export async function takeMoves(scope: Scope, log: RawLog, standard: TokenStandard, moves: readonly Move[]): Promise<void> {
  for (const [part, move] of moves.entries()) if (move.quantity > 0n) takeMove(scope, { log, part }, standard, move)
}

/** The address in an indexed word; what stands before it is not looked at, as in the ABI's own reading. */
export function addressIn(topic: Hex): Hex {
  return `0x${topic.slice(26)}`
}

type Place = { readonly log: RawLog; readonly part: number }

function takeMove(scope: Scope, { log, part }: Place, standard: TokenStandard, move: Move): void {
  const isTrade = isPartOfFill(scope, log, move)
  const { collection, tokenId, from, to } = move
  scope.writes.move(standard, { ...move, log, part, at: scope.block.timestamp, isTrade })
  // Where it is counted follows from how many there are.
  if (from === ZERO_ADDRESS || to === ZERO_ADDRESS) scope.touched.item(move)
  else scope.touched.moved(move)
  for (const owner of [from, to]) if (owner !== ZERO_ADDRESS) scope.touched.holder({ collection, tokenId, owner })
  if (!isTrade) tell(scope, { log, part }, move)
}

function tell(scope: Scope, { log, part }: Place, move: Move): void {
  const { collection, tokenId, quantity } = move
  const isMint = move.from === ZERO_ADDRESS
  const isBurn = move.to === ZERO_ADDRESS
  scope.writes.activities.push({
    chainId: scope.chainId,
    collection,
    tokenId,
    type: isMint ? HISTORY_TYPE.MINT : isBurn ? HISTORY_TYPE.BURN : HISTORY_TYPE.TRANSFER,
    // A mint is told from its minter, so that the rule which hides the zero address can hold as written (decision 43).
    from: isMint ? move.to : move.from,
    to: isBurn ? undefined : move.to,
    version: 0,
    quantity,
    blockHash: log.blockHash,
    logIndex: log.index,
    part,
    txHash: log.txHash,
    createdAt: scope.block.timestamp,
  })
  const source = sourceOf(scope.chainId, log, part)
  const about = { chainId: scope.chainId, source, txHash: log.txHash, at: scope.block.timestamp, collection, tokenId, quantity }
  if (isMint) scope.told.push({ kind: 'minted', ...about, minter: move.to })
  else if (isBurn) scope.told.push({ kind: 'burnt', ...about, owner: move.from })
  else scope.told.push({ kind: 'transferred', ...about, from: move.from, to: move.to })
}

/** Takes back what was told of a settlement mint's delivery as if it were a transfer of its own: it is part of this fill. */
export function joinDelivery(scope: Scope, fill: Fill): void {
  const move = scope.writes.takeDelivery(fill)
  if (!move) return
  const { log, part } = move
  const { activities } = scope.writes
  const at = activities.findIndex(
    (row) => row.txHash === log.txHash && row.logIndex === log.index && row.part === part && row.type === HISTORY_TYPE.TRANSFER,
  )
  if (at >= 0) activities.splice(at, 1)
  const source = sourceOf(scope.chainId, log, part)
  const told = scope.told.findIndex((event) => event.kind === 'transferred' && event.source === source)
  if (told >= 0) scope.told.splice(told, 1)
}

/** The exchange logs a fill before the item moves: a move that fits one of its own transaction is that trade's. */
function isPartOfFill(scope: Scope, log: RawLog, { collection, tokenId, from, to, quantity }: Move): boolean {
  return scope.writes
    .fillsOf(log.txHash)
    .some(
      (fill) =>
        fill.index < log.index &&
        fill.collection === collection &&
        fill.tokenId === tokenId &&
        fill.items === quantity &&
        ((fill.maker === from && fill.receiver === to) || fill.maker === to),
    )
}

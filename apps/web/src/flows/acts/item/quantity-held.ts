import { AppError } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Chain } from '../../engine/context.ts'
import { type ErrorTexts, sayAs } from '../../engine/error-texts.ts'

/** So many of an item that the account holds. */
export type HeldQuantity = {
  chainId: number
  collection: Address
  tokenId: bigint
  standard: number
  quantity: bigint
  title: string
  /** Its transaction is out, of an earlier page or opening. */
  isSent: boolean
  chain?: Chain
}

export function chainOf({ chain }: { chain?: Chain }): Chain {
  if (!chain) throw new AppError('WALLET_NOT_CONNECTED')
  return chain
}

const AS_HOLDER: ErrorTexts = {
  ORDER_NOT_FUNDABLE: 'HOLDING_MOVED',
  NOT_FOUND: 'HOLDING_MOVED',
  OWNER_QUERY_MISSING: 'HOLDING_MOVED',
  TRANSFER_NOT_APPROVED: 'HOLDING_MOVED',
  TRANSFER_NOT_OWN: 'HOLDING_MOVED',
  BURN_NOT_OWN: 'HOLDING_MOVED',
  SUBTRACTION_OVERFLOW: 'HOLDING_MOVED',
  TRANSFER_REFUSED: 'RECEIVER_REFUSED',
  TRANSFER_TO_NO_RECEIVER: 'RECEIVER_REFUSED',
}

/** For holders who transfer their own: it is gone, or its receiver can't take it. */
export const sayToHolder = sayAs(AS_HOLDER)

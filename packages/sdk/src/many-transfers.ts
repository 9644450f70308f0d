import { AppError } from '@plinth/api'
import { type Address, MOST_TRANSFERS, standardOf, TOKEN_STANDARD, ZERO_ADDRESS } from '@plinth/protocol'
import { TRANSFERS_ABI } from './abi.ts'
import { approveSteps, transaction } from './act-steps.ts'
import { type HeldItem, isMoved, requireWallet } from './items.ts'
import type { ContractCall, Market } from './market.ts'
import type { Act } from './requests.ts'

/** Items of the account, and who receives them. */
export type ItemSending = HeldItem & { to: Address }

/**
 * The call that sends all of these, or none. Throws UNSUPPORTED where the market has no contract for it, and what the contract would
 * refuse.
 */
export function transferManyCall({ account, chainId, config }: Market, lines: readonly ItemSending[]): ContractCall {
  const { manyTransfers } = config.contract
  if (!manyTransfers) throw new AppError('UNSUPPORTED')
  if (lines.length === 0 || lines.length > MOST_TRANSFERS) throw new AppError('TRANSFERS_COUNT')
  const transfers = lines.map(({ collection: token, tokenId, standard, quantity: amount, to }) => {
    if (to === account || to === token || to === ZERO_ADDRESS) throw new AppError('RECEIVER_INVALID')
    if (amount < 1n || (standard === TOKEN_STANDARD.ERC721 && amount !== 1n)) throw new AppError('TRANSFER_QUANTITY')
    return { token, tokenId, assetType: standardOf(standard), amount, to }
  })
  return { chainId, address: manyTransfers, abi: TRANSFERS_ABI, functionName: 'transferMany', args: [transfers] }
}

/** Gives many items away, to one account or to several, by one transaction. */
export const transferMany = (market: Market, lines: readonly ItemSending[]): Act => [
  ...approveSteps(
    market,
    lines.map(({ collection }) => collection),
  ),
  {
    key: 'transfer',
    prepare: async () => {
      const call = transferManyCall(market, lines)
      await Promise.all([...new Set(lines.map(({ to }) => to))].map((to) => requireWallet(market, to)))
      return transaction(call)
    },
    isIndexed: async (hash) => (lines[0] ? isMoved(market, lines[0])(hash) : true),
  },
]

import {
  ASSET_TYPE,
  moneyOf,
  parseSignature,
  payAmount,
  toExchangeOrder,
  unitPriceOf,
  ZERO_ADDRESS,
  ZERO_SIGNATURE,
} from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { type Abi, encodeFunctionData } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { Fill } from '../../chain/dry-run.ts'
import type { Context } from '../../context.ts'
import { type StoredOrder, signedOrderOf } from '../../state/orders/store.ts'
import { feeSignature } from '../orders/service.ts'
import { settlementOf } from './settlement.ts'

export type Purchase = { readonly fill: Fill; readonly feeEpoch: bigint }

/**
 * The call by which anybody buys one unit of a sale, byte for byte as the market's buyers send it. Signs the operator's fee, and the
 * voucher of an item that the purchase mints. @throws AppError why the market would sign none
 */
export async function purchaseOf(context: Context, chain: Chain, stored: StoredOrder): Promise<Purchase> {
  const { exchange, transferProxy } = chain.config.contracts
  const order = signedOrderOf(stored)
  const { signature, buyerFee, feeEpoch } = await feeSignature(context, chain, stored)
  const voucher = stored.assetType === ASSET_TYPE.MINTED ? (await settlementOf(context, chain, stored)).voucher : undefined
  const args = [toExchangeOrder(order), makerProof(stored), buyerFee, signature, 1n, ZERO_ADDRESS, ...(voucher ? [voucher] : [])]
  // Its overloads differ by arguments that are known here only at run time.
  const data = encodeFunctionData({ abi: exchangeAbi as Abi, functionName: 'exchange', args })
  const pays = payAmount(unitPriceOf(order), 1n, buyerFee)
  const isCoin = moneyOf(stored.payToken).assetType === ASSET_TYPE.COIN
  const money = isCoin ? undefined : { token: stored.payToken, spender: transferProxy, amount: pays }
  return { fill: { to: exchange, data, value: isCoin ? pays : 0n, money }, feeEpoch }
}

/** Its key's signature, its contract's bytes, or nothing where the chain holds its approval. */
function makerProof({ proof, signature }: StoredOrder) {
  if (proof === 'registered') return ZERO_SIGNATURE
  return proof === 'contract' ? signature : parseSignature(signature)
}

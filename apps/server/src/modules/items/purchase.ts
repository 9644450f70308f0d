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
import { type Abi, encodeFunctionData, numberToHex } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { Fill, Guard } from '../../chain/dry-run.ts'
import type { Context } from '../../context.ts'
import { type StoredOrder, signedOrderOf } from '../../state/orders/store.ts'
import { feeTermsOf, signFee } from '../orders/service.ts'
import { settlementOf } from './settlement.ts'

/** `guard`: the fee or the epoch by which the exchange takes the fill. */
export type Purchase = { readonly fill: Fill; readonly guard: Guard }

/**
 * The call by which anybody buys one unit of a sale, byte for byte as the market's buyers send it. Signs the operator's fee where it
 * needs that, and the voucher of an item that the purchase mints. @throws AppError why the market would sign none
 */
export async function purchaseOf(context: Context, chain: Chain, stored: StoredOrder): Promise<Purchase> {
  const { exchange, transferProxy } = chain.config.contracts
  const order = signedOrderOf(stored)
  const terms = await feeTermsOf(context, chain, stored)
  const { buyerFee, feeEpoch, isSignatureNeeded } = terms
  const feeProof = isSignatureNeeded ? await signFee(context, chain, stored, terms) : ZERO_SIGNATURE
  const voucher = stored.assetType === ASSET_TYPE.MINTED ? (await settlementOf(context, chain, stored)).voucher : undefined
  const args = [toExchangeOrder(order), makerProof(stored), buyerFee, feeProof, 1n, ZERO_ADDRESS, ...(voucher ? [voucher] : [])]
  // Its overloads differ by arguments that are known here only at run time.
  const data = encodeFunctionData({ abi: exchangeAbi as Abi, functionName: 'exchange', args })
  const pays = payAmount(unitPriceOf(order), 1n, buyerFee)
  const isCoin = moneyOf(stored.payToken).assetType === ASSET_TYPE.COIN
  const money = isCoin ? undefined : { token: stored.payToken, spender: transferProxy, amount: pays }
  const guard = isSignatureNeeded ? { data: FEE_EPOCH, result: word(feeEpoch) } : { data: BUYER_FEE, result: word(buyerFee) }
  return { fill: { to: exchange, data, value: isCoin ? pays : 0n, money }, guard: { to: exchange, ...guard } }
}

const FEE_EPOCH = encodeFunctionData({ abi: exchangeAbi, functionName: 'feeEpoch' })
const BUYER_FEE = encodeFunctionData({ abi: exchangeAbi, functionName: 'buyerFee' })
const word = (value: bigint) => numberToHex(value, { size: 32 })

/** Its key's signature, its contract's bytes, or nothing where the chain holds its approval. */
function makerProof({ proof, signature }: StoredOrder) {
  if (proof === 'registered') return ZERO_SIGNATURE
  return proof === 'contract' ? signature : parseSignature(signature)
}

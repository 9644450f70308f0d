import type { BoxRecord } from '@plinth/api'
import { useNetwork } from '../lib/site.ts'
import { isTicket } from './box.ts'
import { exactText } from './price/amounts.ts'

/** What a refund pays on top of so many boxes: their bond, in the money of the price; in coin where that is a ticket. */
export function useBondText(box: BoxRecord, boxes: bigint): string {
  const coin = useNetwork(box.chainId)?.symbol ?? ''
  const money = isTicket(box) ? { decimals: 18, symbol: coin } : { decimals: box.payTokenDecimals, symbol: box.payTokenSymbol }
  return exactText(box.bondEach * boxes, money)
}

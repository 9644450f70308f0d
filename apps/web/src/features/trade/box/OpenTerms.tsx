import type { BoxRecord } from '@plinth/api'
import { isTicket } from '../../../entities/box.ts'
import { exactText } from '../../../entities/price/amounts.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { useNetwork } from '../../../lib/site.ts'
import { Terms } from '../Terms.tsx'

/** What is paid, what may come, how it is drawn, and how the money comes back. */
export function OpenTerms({ box }: { box: BoxRecord }) {
  const { t } = useTranslation()
  const lines = [
    t(isTicket(box) ? 'box.termsTicket' : 'box.termsPay'),
    t('box.termsGet', { count: box.nftAmount }),
    t('box.termsDraw'),
    t('box.termsRefund', { bond: useBondText(box, 1n) }),
  ]
  return <Terms label={t('box.terms')} lines={lines} />
}

/** The bond of so many boxes, in the money of the price; in coin where that is a ticket. */
export function useBondText(box: BoxRecord, boxes: bigint): string {
  const coin = useNetwork(box.chainId)?.symbol ?? ''
  const money = isTicket(box) ? { decimals: 18, symbol: coin } : { decimals: box.payTokenDecimals, symbol: box.payTokenSymbol }
  return exactText(box.bondEach * boxes, money)
}

import type { SignatureKind, SignatureRecord } from '@plinth/api'
import { namesText } from '../../i18n/lists.ts'
import type { Locale } from '../../i18n/locale.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { AllowedRow } from './read-chain.ts'

const KINDS = ['listing', 'auction', 'bid', 'offer', 'auctionBid'] as const satisfies readonly SignatureKind[]
const OF_ITEMS: readonly SignatureKind[] = ['listing', 'auction']

/** Signatures that an approval serves: of its collection or in its token, for contracts of its edition. */
export function servedBy(row: AllowedRow, signed: readonly SignatureRecord[], exchanges: readonly string[]): SignatureRecord[] {
  return signed.filter(({ chainId, kind, exchange, collection, tokenId, payToken }) => {
    if (chainId !== row.chainId || !exchanges.includes(exchange)) return false
    if (row.of === 'token') return !OF_ITEMS.includes(kind) && payToken.address === row.address
    return OF_ITEMS.includes(kind) && collection === row.address && (row.of === 'collection' || tokenId === row.tokenId)
  })
}

/** "3 bids, 1 offer"; "" for none. */
export function countsText(signed: readonly SignatureRecord[], t: Translate, locale: Locale): string {
  const counts = KINDS.flatMap((kind) => {
    const count = signed.filter((one) => one.kind === kind).length
    return count === 0 ? [] : [t(`approvals.counts.${kind}`, { count })]
  })
  return namesText(counts, locale)
}

import { auctionExpiredTime } from '@plinth/protocol'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Terms } from '../../../kit/Terms.tsx'
import { shortPercent } from '../../../lib/numbers.ts'
import { useChainConfig } from '../../../lib/site.ts'
import { dayAndTime } from '../../../lib/time.ts'

type Props = {
  chainId: number
  startTime: number | undefined
  endTime: number | undefined
  encourage: bigint
  /** More that is signed, as sentences. */
  more: readonly string[]
}

/** Who can bid and until when, how it is settled, what is shared, and how it is undone. */
export function AuctionTerms({ chainId, startTime, endTime, encourage, more }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { auctionExpireTime } = useChainConfig(chainId)
  if (startTime === undefined || endTime === undefined) return null
  const [start, end] = [dayAndTime(startTime, intl), dayAndTime(endTime, intl)]
  const expired = dayAndTime(auctionExpiredTime(endTime, Number(auctionExpireTime)), intl)
  const lines = [
    t('auction.termsWho', { start, end }),
    t('auction.termsSettle', { expired }),
    ...(encourage > 0n ? [t('auction.termsShare', { percent: shortPercent(encourage) })] : []),
    ...more,
    t('auction.termsUndo'),
  ]
  return <Terms label={t('auction.terms')} lines={lines} />
}

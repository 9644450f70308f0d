import type { ItemRecord } from '@plinth/api'
import { type Address, feePercent, type AuctionSums as Legs } from '@plinth/protocol'
import { columnTexts, exactText, type Money } from '../../../entities/price/amounts.ts'
import type { WorthProps } from '../../../entities/price/Worth.tsx'
import { useTranslation } from '../../../i18n/translate.ts'
import { shortPercent } from '../../../lib/numbers.ts'
import { Sums } from '../Sums.tsx'
import { useRoyalties } from '../use-royalties.ts'

type Props = {
  item: ItemRecord
  seller: Address
  sums: Legs
  money: Money
  /** The money, for what it is worth. */
  token: WorthProps['of'] | undefined
  sellerFeeBps: bigint
  encourageBps: bigint
  /** What the price is called: the lowest accepted one, or the winner's. */
  price: string
  total: string
  /** How many share, once that is known. */
  sharers?: number
}

/** What a price leaves the seller, line by line: the service fee, the royalties, and the losing bidders' share. */
export function AuctionSums({ item, seller, sums, money, token, sellerFeeBps, encourageBps, price, total, sharers }: Props) {
  const { t } = useTranslation()
  const royalties = useRoyalties(item, seller, sums.shares)
  const [priceLine = '', feeLine = '', dividendLine = '', ...shares] = columnTexts(
    [sums.price, sums.sellerFee, sums.dividends, ...royalties.map(({ share }) => share)],
    money,
  )
  const percent = shortPercent(encourageBps)
  const dividend = sharers === undefined ? t('auction.dividendLine', { percent }) : t('auction.dividendOf', { percent, count: sharers })
  return (
    <Sums
      lines={[
        { key: 'price', label: price, value: priceLine },
        { key: 'fee', label: t('trade.serviceFee', { percent: feePercent(sellerFeeBps) }), value: `− ${feeLine}`, muted: true },
        ...royalties.map(({ key, label }, index) => ({ key, label, value: `− ${shares[index]}`, muted: true })),
        ...(encourageBps > 0n ? [{ key: 'dividend', label: dividend, value: `− ${dividendLine}`, muted: true }] : []),
      ]}
      total={{ label: total, value: exactText(sums.receives, money), worth: token && { of: token, amount: sums.receives } }}
    />
  )
}

import type { AuctionRecord, ItemRecord } from '@plinth/api'
import { feePercent, type AuctionSums as Legs } from '@plinth/protocol'
import { columnTexts, exactText, type Money } from '../../../entities/price/amounts.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Sums } from '../Sums.tsx'
import { AuctionSums } from './AuctionSums.tsx'

type Props = { item: ItemRecord; auction: AuctionRecord; isOwner: boolean; sums: Legs; money: Money; sharers: number; buyerFeeBps: bigint }

/** What a settlement pays and costs its sender, to the last unit. */
export function SettleSums({ item, auction, isOwner, sums, money, sharers, buyerFeeBps }: Props) {
  const { t } = useTranslation()
  if (isOwner)
    return (
      <AuctionSums
        item={item}
        sums={sums}
        money={money}
        token={auction.payToken}
        sharers={sharers}
        seller={auction.owner}
        sellerFeeBps={BigInt(auction.sellerFee)}
        encourageBps={BigInt(auction.encourage)}
        price={t('auction.winnerPays')}
        total={t('trade.youReceive')}
      />
    )
  const [price = '', fee = ''] = columnTexts([sums.price, sums.buyerFee], money)
  return (
    <Sums
      lines={[
        { key: 'price', label: t('trade.yourBid'), value: price },
        { key: 'fee', label: t('trade.serviceFee', { percent: feePercent(buyerFeeBps) }), value: `+ ${fee}`, muted: true },
        { key: 'royalty', label: t('auction.royaltyAndDividend'), value: t('auction.paidBySeller'), muted: true },
      ]}
      total={{ label: t('trade.youPay'), value: exactText(sums.pays, money), worth: { of: auction.payToken, amount: sums.pays } }}
    />
  )
}

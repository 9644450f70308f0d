import type { OpenSettlementReply } from '@plinth/api'
import { auctionSums } from '@plinth/protocol'
import { fetchOpenSettlement } from '@plinth/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auctionTermsOf, totalText } from '../../../entities/auction.ts'
import { useItemFace } from '../../../entities/cards/use-item-face.ts'
import { networkFee } from '../../../entities/price/NetworkFee.tsx'
import { openSettleFlow } from '../../../flows/acts/auction/open-settle.ts'
import { settleSubject } from '../../../flows/acts/auction/settle-auction.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { api } from '../../../lib/api.ts'
import { failureOf } from '../../../wallet/errors.ts'
import { refreshPages, useFreshPagesOnFailure } from '../fresh-pages.ts'
import { TradeFrame } from '../TradeFrame.tsx'
import { useTradeForm } from '../use-trade-form.ts'
import { AuctionSums } from './AuctionSums.tsx'
import { type SettleDialogProps, WAITS_FOR, winnerName } from './SettleDialog.tsx'

type Props = Omit<SettleDialogProps, 'me' | 'type'>

/** An account that takes no part settles: who gets what, then one transaction for the network fee alone (SNIPE-03). */
export function OpenSettleDialog({ item, auction: given, pending, onClose }: Props) {
  const { t } = useTranslation()
  const [auction] = useState(given)
  const [sent] = useState(() => (pending?.subject === settleSubject(given) ? pending : undefined))
  const settlement = useQuery({
    queryKey: ['trade.openSettlement', auction.chainId, auction.owner, auction.salt],
    queryFn: () => fetchOpenSettlement({ api }, auction),
    enabled: sent === undefined,
    retry: (_, error) => WAITS_FOR.includes(failureOf(error).code ?? ''),
    retryDelay: 1_000,
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  })
  const [shown, setShown] = useState<OpenSettlementReply>()
  // Snapshot of the first answer: the market reports later changes in a message.
  if (!shown && settlement.data) setShown(settlement.data)
  const title = useItemFace(item).name
  const { state, submit } = useTradeForm(openSettleFlow, {
    context: () => ({ chainId: item.chainId, title, auction, shown, isSent: sent !== undefined }),
    errors: {},
    sent: sent && { settle: sent.hash },
    onDone: refreshPages,
  })
  useFreshPagesOnFailure(state)
  const price = shown?.total ?? auction.highestPrice
  const sharers = shown?.recipients.length ?? 0
  return (
    <TradeFrame
      item={item}
      onClose={onClose}
      kicker={t('auction.settleKicker')}
      state={state}
      steps={[{ key: 'settle', title: t('auction.settleStep'), aside: networkFee('settle', item.chainId), asksWallet: true }]}
      labels={{ act: t('auction.settle'), busy: t('auction.settling'), done: t('auction.settled') }}
      submit={submit}
      disabled={shown === undefined && sent === undefined}
      hint={t(state.phase === 'done' ? 'auction.allPaid' : 'auction.settleSigned')}
      giveUp={{ label: t('trade.lookAgain'), onPress: onClose }}
      closeWhenDone={onClose}
    >
      {settlement.failureReason && !shown ? (
        <p className="field-error" role="alert">
          {failureOf(settlement.failureReason).text}
        </p>
      ) : (
        <>
          <p className="s14">{t('auction.settleGoes', { winner: winnerName(auction, shown), price: totalText(price, auction) })}</p>
          <AuctionSums
            item={item}
            sums={auctionSums(auctionTermsOf(item, auction), price, sharers)}
            money={{ decimals: auction.payTokenDecimals, symbol: auction.payTokenSymbol }}
            token={auction.payToken}
            seller={auction.owner}
            sellerFeeBps={BigInt(auction.sellerFee)}
            encourageBps={BigInt(auction.encourage)}
            sharers={sharers}
            price={t('auction.winningBid')}
            total={t('auction.sellerGets')}
          />
        </>
      )}
    </TradeFrame>
  )
}

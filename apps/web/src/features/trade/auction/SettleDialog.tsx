import type { AuctionRecord, ItemRecord, SettlementReply } from '@plinth/api'
import { type Address, AUCTION_SETTLEMENT, type AuctionSettlementType, auctionSums } from '@plinth/protocol'
import { fetchSettlement } from '@plinth/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auctionTermsOf } from '../../../entities/auction.ts'
import { useItemFace } from '../../../entities/cards/use-item-face.ts'
import { personName } from '../../../entities/person-name.ts'
import { exactText } from '../../../entities/price/amounts.ts'
import { networkFee } from '../../../entities/price/NetworkFee.tsx'
import { settleFlow, settleSubject } from '../../../flows/acts/auction/settle-auction.ts'
import type { StepText } from '../../../flows/engine/step-views.ts'
import type { TransactionEntry } from '../../../flows/transactions/transaction-record.ts'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { SwapBand } from '../../../kit/Dialog.tsx'
import { api } from '../../../lib/api.ts'
import { dayAndTime } from '../../../lib/time.ts'
import { failureOf } from '../../../wallet/errors.ts'
import { allowStep } from '../allow-step.ts'
import { refreshPages, useFreshPagesOnFailure } from '../fresh-pages.ts'
import { Pieces } from '../Pieces.tsx'
import { TradeFrame } from '../TradeFrame.tsx'
import { useSpendable } from '../use-spendable.ts'
import { useTradeForm } from '../use-trade-form.ts'
import { SettleSums } from './SettleSums.tsx'

export type SettleDialogProps = {
  item: ItemRecord
  auction: AuctionRecord
  me: Address
  type: AuctionSettlementType
  /** A settlement of an earlier page that is still on its way. */
  pending: (TransactionEntry & { hash: string }) | undefined
  onClose: () => void
}

export const WAITS_FOR: readonly string[] = ['MARKET_BEHIND', 'AUCTION_NOT_ENDED']

/**
 * The owner accepts, or the winner buys: shows what the sender pays and gets and who else is paid, then sends one transaction.
 */
export function SettleDialog({ item, auction: given, me, type, pending, onClose }: SettleDialogProps) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const [auction] = useState(given)
  const [sent] = useState(() => (pending?.subject === settleSubject(given) ? pending : undefined))
  const isOwner = type === AUCTION_SETTLEMENT.ACCEPT
  const word = useQuery({
    queryKey: ['trade.settlement', auction.chainId, auction.owner, auction.salt, type, me],
    queryFn: () => fetchSettlement({ api }, auction, type),
    enabled: sent === undefined,
    // The market has read the settlement one block later: the dialog need not open again.
    retry: (_, error) => WAITS_FOR.includes(failureOf(error).code ?? ''),
    retryDelay: 1_000,
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  })
  const [shown, setShown] = useState<SettlementReply>()
  // Snapshot of the first answer: the market reports later changes in a message.
  if (!shown && word.data) setShown(word.data)
  const terms = termsOf(item, auction, shown)
  const sums = auctionSums(terms, shown?.total ?? auction.highestPrice, shown?.recipients.length ?? 0)
  const money = { decimals: auction.payTokenDecimals, symbol: auction.payTokenSymbol }
  const spendable = useSpendable({
    chainId: item.chainId,
    token: auction.payTokenAddress,
    payment: sums.pays,
    exceptSalt: auction.salt,
    at: auction.auctionExchange,
  })
  const [flow] = useState(() => settleFlow(!isOwner))
  const title = useItemFace(item).name
  const { state, isBusy, submit } = useTradeForm(flow, {
    context: () => ({
      chainId: item.chainId,
      title,
      auction,
      type,
      shown,
      receives: sums.receives,
      isSent: sent !== undefined,
      spending: isOwner
        ? undefined
        : { token: auction.payTokenAddress, symbol: money.symbol, payment: sums.pays, isUnlimited: false, exceptSalt: auction.salt },
    }),
    errors: {},
    sent: sent && { settle: sent.hash },
    onDone: refreshPages,
  })
  useFreshPagesOnFailure(state)
  const isDone = state.phase === 'done'
  const amount = exactText(isOwner ? sums.receives : sums.pays, money)
  const isShort = !isOwner && state.phase === 'form' && spendable.balance !== undefined && spendable.balance < sums.pays
  const steps: StepText[] = [
    ...(!isOwner && spendable.isAllowed === false ? [allowStep(spendable, money, false, t)] : []),
    {
      key: 'settle',
      title: t(isOwner ? 'auction.acceptStep' : 'auction.buyStep', { amount }),
      aside: networkFee('settle', item.chainId),
      asksWallet: true,
    },
  ]
  const price = <div className="d d28">{amount}</div>
  const pieces = <Pieces item={item} amount={auction.quantity} />
  return (
    <TradeFrame
      item={item}
      onClose={onClose}
      kicker={isOwner ? t('auction.acceptKicker', { name: winnerName(auction, shown) }) : t('auction.buyKicker')}
      band={<SwapBand leaves={isOwner ? pieces : price} comes={isOwner ? price : pieces} />}
      state={state}
      steps={steps}
      labels={{
        act: t(isOwner ? 'auction.accept' : 'auction.buy', { amount }),
        busy: t(isOwner ? 'auction.accepting' : 'auction.buying', { amount }),
        done: t(isOwner ? 'auction.accepted' : 'trade.bought', { amount }),
      }}
      submit={submit}
      disabled={isShort || (!isOwner && spendable.isReading) || (shown === undefined && sent === undefined)}
      hint={isDone ? t('auction.allPaid') : t('auction.settleNote', { time: dayAndTime(auction.expiredTime, intl) })}
      giveUp={{ label: t('trade.lookAgain'), onPress: onClose }}
      closeWhenDone={onClose}
    >
      {word.failureReason && !shown ? (
        <p className="field-error" role="alert">
          {failureOf(word.failureReason).text}
        </p>
      ) : (
        <SettleSums
          item={item}
          auction={auction}
          isOwner={isOwner}
          sums={sums}
          money={money}
          sharers={shown?.recipients.length ?? 0}
          buyerFeeBps={terms.buyerFeeBps}
        />
      )}
      {isShort && !isBusy && (
        <p className="field-error" role="alert">
          {t('dialog.noBalance', { symbol: money.symbol })}
        </p>
      )}
    </TradeFrame>
  )
}

/** The buyer fee is the one that the winning bid was signed with. */
const termsOf = (item: ItemRecord, auction: AuctionRecord, shown: SettlementReply | undefined) => ({
  ...auctionTermsOf(item, auction),
  ...(shown ? { buyerFeeBps: BigInt(shown.buyerFee) } : {}),
})

export function winnerName({ highestUser, highestBidder }: AuctionRecord, shown: SettlementReply | undefined): string {
  const address = shown?.bidder ?? highestBidder
  const person = highestUser?.address === address ? highestUser : undefined
  return personName(person ?? { address: address as Address, nickname: '', avatar: '' })
}

import type { ItemRecord, OrderRecord, PrivateSaleRecord } from '@plinth/api'
import { TOKEN_STANDARD, ZERO_ADDRESS } from '@plinth/protocol'
import { amountDue } from '@plinth/sdk'
import { useEffect, useState } from 'react'
import { useItemFace } from '../../entities/cards/use-item-face.ts'
import { personName } from '../../entities/person-name.ts'
import { type Money, paysText } from '../../entities/price/amounts.ts'
import { networkFee } from '../../entities/price/NetworkFee.tsx'
import { usePriceOutlier } from '../../entities/price/use-price-outlier.tsx'
import { type BuyContext, buyFlow } from '../../flows/acts/order/buy.ts'
import type { FlowState } from '../../flows/engine/engine.ts'
import type { StepText } from '../../flows/engine/step-views.ts'
import { t, useTranslation } from '../../i18n/translate.ts'
import { AfterPurchase } from './AfterPurchase.tsx'
import { allowStep } from './allow-step.ts'
import { BuySums } from './BuySums.tsx'
import { refreshPages, useFreshPagesOnFailure } from './fresh-pages.ts'
import { PaymentBalance } from './PaymentBalance.tsx'
import { PaySwap } from './PaySwap.tsx'
import { QuantityField } from './QuantityField.tsx'
import { typedQuantity } from './sale-form.ts'
import { TradeFrame } from './TradeFrame.tsx'
import { type Spendable, useSpendable } from './use-spendable.ts'
import { useTradeForm } from './use-trade-form.ts'

export type BuyDialogProps = {
  item: ItemRecord
  listing: OrderRecord | PrivateSaleRecord
  /** A purchase of an earlier page that is still on its way. */
  resumedHash: string | undefined
  onClose: () => void
}

/** What leaves you, what comes to you, every fee, then: allow what it takes, pay, and wait until it is yours. */
export function BuyDialog({ item, listing, resumedHash: pendingHash, onClose }: BuyDialogProps) {
  const { t } = useTranslation()
  // As it was when the dialog opened: what it sends itself is not resumed.
  const [resumedHash] = useState(pendingHash)
  const buyerFee = BigInt(listing.buyerFee)
  const left = leftOf(item, listing)
  const [quantity, setQuantity] = useState('1')
  const [isCut, setCut] = useState(false)
  const [isUnlimited, setUnlimited] = useState(false)
  const { name } = useItemFace(item)
  const money = { decimals: listing.payTokenDecimals, symbol: listing.payTokenSymbol }
  const wanted = typedQuantity(quantity)
  const wrongQuantity = wanted === 0n ? 'form.noQuantity' : undefined
  // Someone else was quicker: the rest is asked for, with its sums in sight.
  const isShrunk = wanted > left
  const amount = wrongQuantity ? 1n : isShrunk ? left : wanted
  const totalDue = amountDue(listing, amount, buyerFee)
  const token = listing.payTokenAddress
  const isToken = token !== ZERO_ADDRESS
  const far = usePriceOutlier({ item, role: 'buyer', unitPrice: listing.buying / listing.selling, token: { ...money, address: token } })
  const spendable = useSpendable({ chainId: item.chainId, token, payment: totalDue })
  const isResumed = resumedHash !== undefined
  const [flow] = useState(() => buyFlow(isToken))
  const { state, run, isBusy, submit } = useTradeForm(flow, {
    context: () => ({
      ...saleOf(item, listing),
      isPrivate: 'taker' in listing,
      amount,
      spending: isToken ? { token, symbol: money.symbol, payment: totalDue, isUnlimited } : undefined,
      shown: { unitPrice: listing.unitPrice, salt: listing.salt, buyerFeeBps: buyerFee },
      title: name,
      isResumed,
    }),
    errors: { quantity: wrongQuantity },
    confirm: far.confirm,
    sent: isResumed ? { pay: resumedHash } : undefined,
    onDone: refreshPages,
  })
  useFreshPagesOnFailure(state)
  const hasFailed = state.phase === 'failed'
  useEffect(() => {
    if (isShrunk && hasFailed) run.reset()
  }, [isShrunk, hasFailed, run])
  const isShort = state.phase === 'form' && spendable.balance !== undefined && spendable.balance < totalDue && !isResumed
  const amountText = paysText(totalDue, money)
  const typeQuantity = (next: string) => {
    if (state.phase !== 'form') return
    const most = clampText(next, left)
    setQuantity(most)
    setCut(most !== next)
  }
  return (
    <TradeFrame
      item={item}
      onClose={onClose}
      kicker={t('trade.buyKicker', { name: personName(listing.user) })}
      band={<PaySwap item={item} amount={amount} leaves={amountText} />}
      state={state}
      steps={stepsOf({ chainId: item.chainId, isToken, spendable, money, isUnlimited, amountText, name })}
      labels={{ act: t('trade.pay', { amount: amountText }), busy: t('trade.paying', { amount: amountText }), done: t('trade.bought') }}
      submit={() => {
        // Who presses it has agreed to the rest.
        if (isShrunk) setQuantity(left.toString())
        submit()
      }}
      disabled={isShort || spendable.isReading || wrongQuantity !== undefined}
      hint={hintOf(state)}
      giveUp={{ label: t('trade.lookAgain'), onPress: onClose }}
      closeWhenDone={onClose}
      next={<AfterPurchase item={item} title={name} onClose={onClose} />}
    >
      {item.standard === TOKEN_STANDARD.ERC1155 && !isResumed && (
        <QuantityField
          aside={t('trade.left', { count: left.toString() })}
          value={isShrunk ? left.toString() : quantity}
          onChange={typeQuantity}
          max={left}
          error={wrongQuantity}
          question={
            isShrunk ? t('trade.onlyLeft', { count: left.toString() }) : isCut ? t('trade.noMore', { count: left.toString() }) : undefined
          }
        />
      )}
      <BuySums item={item} listing={listing} amount={amount} />
      {state.phase === 'form' && !isResumed && far.warning}
      <PaymentBalance
        chainId={item.chainId}
        money={money}
        spendable={spendable}
        isShort={isShort}
        isUnlimited={isUnlimited}
        onUnlimited={isBusy || isResumed ? undefined : setUnlimited}
      />
    </TradeFrame>
  )
}

type StepsGiven = {
  chainId: number
  isToken: boolean
  spendable: Spendable
  money: Money
  isUnlimited: boolean
  amountText: string
  name: string
}

function stepsOf({ chainId, isToken, spendable, money, isUnlimited, amountText, name }: StepsGiven): StepText[] {
  return [
    ...(isToken ? [allowStep(spendable, money, isUnlimited, t)] : []),
    { key: 'pay', title: t('trade.pay', { amount: amountText }), aside: networkFee('buy', chainId), asksWallet: true },
    { key: 'yours', title: t('trade.isYours', { name }) },
  ]
}

/** How many are on sale now; the listing as the dialog was opened with it where the market shows it no more. */
function leftOf({ listings }: ItemRecord, opened: OrderRecord): bigint {
  const { selling, filled } = listings.find(({ maker, salt }) => maker === opened.maker && salt === opened.salt) ?? opened
  return selling - filled
}

/** What is typed above what is on sale becomes what is on sale (BUY-04). */
const clampText = (text: string, most: bigint): string => (/^\d+$/.test(text) && BigInt(text) > most ? most.toString() : text)

/** Once the transaction is sent, the buyer may leave the dialog. */
function hintOf(state: FlowState): string | undefined {
  if (state.phase === 'done') return undefined
  const { pay } = state.steps
  return t(pay && 'hash' in pay && pay.hash !== undefined ? 'trade.mayClose' : 'trade.exact')
}

type SaleKey = Pick<BuyContext, 'chainId' | 'collection' | 'tokenId' | 'standard' | 'seller'>

/** Identifies the sale; its price is fetched again. */
const saleOf = ({ chainId, collection, tokenId, standard }: ItemRecord, { maker }: OrderRecord): SaleKey => ({
  chainId,
  collection,
  tokenId,
  standard,
  seller: maker,
})

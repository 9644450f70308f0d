import type { ItemRecord, OrderRecord } from '@plinth/api'
import { formatBalance, royaltyBpsOf, TOKEN_STANDARD, ZERO_ADDRESS } from '@plinth/protocol'
import { useEffect, useState } from 'react'
import { itemFace } from '../../entities/item-view.ts'
import { personName } from '../../entities/person-name.ts'
import { Thumb } from '../../entities/Thumb.tsx'
import { type BuyContext, buyFlow } from '../../flows/buy.ts'
import { dueFor } from '../../flows/due.ts'
import type { FlowState } from '../../flows/engine.ts'
import { FlowFoot } from '../../flows/FlowFoot.tsx'
import { isBusy } from '../../flows/step-views.ts'
import { useFlow } from '../../flows/use-flow.ts'
import { t, useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Stepper } from '../../kit/choices.tsx'
import { Dialog, SwapBand } from '../../kit/Dialog.tsx'
import { queryClient } from '../../lib/api.ts'
import { groupDigits, shortPercent } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { useConfig } from '../../lib/site.ts'
import { exactText, paysText } from './amounts.ts'
import { Sums } from './Sums.tsx'
import { quantityError } from './sale-form.ts'

export type BuyDialogProps = {
  item: ItemRecord
  listing: OrderRecord
  /** A purchase of an earlier page that is still on its way. */
  resumedHash: string | undefined
  onClose: () => void
}

/** What leaves you, what comes to you, every fee, then: pay, and wait until it is yours. */
export function BuyDialog({ item, listing, resumedHash: pendingHash, onClose }: BuyDialogProps) {
  const { t } = useTranslation()
  // As it was when the dialog opened: what it sends itself is not resumed.
  const [resumedHash] = useState(pendingHash)
  const { buyerFee } = useConfig()
  const left = listing.selling - listing.filled
  const [quantity, setQuantity] = useState('1')
  const face = itemFace(item, t('item.untitled', { id: item.tokenId }))
  const money = { decimals: listing.payTokenDecimals, symbol: listing.payTokenSymbol }
  const amount = quantityError(quantity, left) ? 1n : BigInt(quantity)
  const due = dueFor(listing, amount, buyerFee)
  const balance = useBalance(listing)
  const isShort = balance !== undefined && balance < due && resumedHash === undefined
  const { state, run } = useFlow(buyFlow, {
    context: () => contextOf({ item, listing, amount, buyerFee, title: face.name, isResumed: resumedHash !== undefined }),
    onDone: () => void queryClient.invalidateQueries(),
    ...(resumedHash === undefined ? {} : { resume: { pay: resumedHash } }),
  })
  useEffect(() => {
    if (resumedHash !== undefined) run.submit()
  }, [resumedHash, run])
  const hasFailed = state.phase === 'failed'
  // The page behind shows what is true now.
  useEffect(() => {
    if (hasFailed) void queryClient.invalidateQueries()
  }, [hasFailed])
  const wrongQuantity = quantityError(quantity, left)
  const amountText = paysText(due, money)
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t('trade.buyKicker', { name: personName(listing.user) })}
      title={face.name}
      thumb={<Thumb src={face.picture?.src ?? ''} size={56} />}
      band={
        <SwapBand
          leaves={<div className="d d28">{amountText}</div>}
          comes={face.picture ? <img src={face.picture.src} srcSet={face.picture.srcSet} alt={face.name} /> : <b>{face.name}</b>}
        />
      }
      foot={
        <FlowFoot
          state={state}
          steps={[
            { key: 'pay', title: t('trade.pay', { amount: amountText }), aside: t('trade.networkFee'), asksWallet: true },
            { key: 'yours', title: t('trade.isYours', { name: face.name }) },
          ]}
          labels={{ act: t('trade.pay', { amount: amountText }), busy: t('trade.paying', { amount: amountText }), done: t('trade.bought') }}
          submit={() => !wrongQuantity && run.submit()}
          disabled={isShort || wrongQuantity !== undefined}
          hint={hintOf(state)}
          giveUp={{ label: t('trade.lookAgain'), onPress: onClose }}
          whenDone={
            <Button variant="primary" full autoFocus onClick={onClose}>
              {t('trade.close')}
            </Button>
          }
        />
      }
    >
      {item.standard !== TOKEN_STANDARD.ERC721 && (
        <Stepper
          label={t('trade.quantity')}
          aside={t('trade.left', { count: left.toString() })}
          value={quantity}
          onChange={(next) => !isBusy(state) && setQuantity(next)}
          max={left}
          less={t('trade.less')}
          more={t('trade.more')}
          error={wrongQuantity && t(wrongQuantity)}
        />
      )}
      <BuySums item={item} listing={listing} amount={amount} />
      {balance !== undefined && (
        <p className={isShort ? 'field-error' : 'hint'} role={isShort ? 'alert' : undefined}>
          {isShort && `${t('dialog.noBalance', { symbol: money.symbol })}. `}
          {t('trade.balance', { amount: `${groupDigits(formatBalance(balance, money.decimals))} ${money.symbol}` })}
        </p>
      )}
    </Dialog>
  )
}

/** Once it is sent, nobody has to wait here. */
function hintOf(state: FlowState): string | undefined {
  if (state.phase === 'done') return undefined
  const { pay } = state.steps
  return t(pay && 'hash' in pay && pay.hash !== undefined ? 'trade.mayClose' : 'trade.exact')
}

type Terms = { item: ItemRecord; listing: OrderRecord; amount: bigint; buyerFee: bigint; title: string; isResumed: boolean }

const contextOf = ({ item, listing, amount, buyerFee, title, isResumed }: Terms): BuyContext => ({
  chainId: item.chainId,
  collection: item.collection,
  tokenId: item.tokenId,
  seller: listing.maker,
  amount,
  shown: { unitPrice: listing.unitPrice, salt: listing.salt, buyerFeeBps: buyerFee },
  title,
  isResumed,
})

function useBalance(listing: OrderRecord): bigint | undefined {
  const { balances } = useSession()
  return listing.payTokenAddress === ZERO_ADDRESS ? balances.coin : balances.tokens[listing.payTokenAddress]
}

function BuySums({ item, listing, amount }: { item: ItemRecord; listing: OrderRecord; amount: bigint }) {
  const { t } = useTranslation()
  const { buyerFee } = useConfig()
  const money = { decimals: listing.payTokenDecimals, symbol: listing.payTokenSymbol }
  const price = (listing.buying * amount) / listing.selling
  const due = dueFor(listing, amount, buyerFee)
  const royaltyBps = royaltyBpsOf(item.royalties)
  const royalty = {
    key: 'royalty',
    label: t('trade.royaltyTo', { name: personName(item.creator), percent: shortPercent(royaltyBps) }),
    value: t('trade.paidBy', { name: personName(listing.user) }),
    muted: true,
  }
  return (
    <Sums
      lines={[
        { key: 'price', label: t('trade.price'), value: exactText(price, money) },
        {
          key: 'fee',
          label: t('trade.serviceFee', { percent: shortPercent(buyerFee) }),
          value: `+ ${exactText(due - price, money)}`,
          muted: true,
        },
        ...(royaltyBps > 0n ? [royalty] : []),
      ]}
      total={{ label: t('trade.youPay'), value: paysText(due, money) }}
    />
  )
}

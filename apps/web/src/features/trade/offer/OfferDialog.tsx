import type { Collection, OfferRecord } from '@plinth/api'
import { useState } from 'react'
import { Thumb } from '../../../entities/cards/Thumb.tsx'
import { exactText } from '../../../entities/price/amounts.ts'
import { networkFee } from '../../../entities/price/NetworkFee.tsx'
import { usePriceOutlier } from '../../../entities/price/use-price-outlier.tsx'
import { type OfferContext, offerFlow } from '../../../flows/acts/offer/offer.ts'
import { FlowFoot } from '../../../flows/engine/FlowFoot.tsx'
import { failedCode, type StepText } from '../../../flows/engine/step-views.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import { PriceField } from '../../../kit/PriceField.tsx'
import { thumbnail } from '../../../lib/media.ts'
import { priceText } from '../../../lib/numbers.ts'
import { LEAST_BID } from '../bid-form.ts'
import { bidSteps } from '../bid-steps.ts'
import { useFreshPagesOnFailure } from '../fresh-pages.ts'
import { LifeField } from '../LifeField.tsx'
import { leaveWith } from '../leave-with.ts'
import { PaymentBalance } from '../PaymentBalance.tsx'
import { QuantityField } from '../QuantityField.tsx'
import { EMPTY_SALE } from '../sale-form.ts'
import { UnwrapDialog } from '../UnwrapDialog.tsx'
import { useTradeForm } from '../use-trade-form.ts'
import { OfferMarks } from './OfferMarks.tsx'
import { Covered, OfferSums } from './OfferSums.tsx'
import { OfferTerms } from './OfferTerms.tsx'
import { MOST_UNITS } from './offer-form.ts'
import { type Offering, type OfferState, useOffer } from './use-offer.ts'
import { WorksField } from './WorksField.tsx'
import './offer.css'

export type OfferDialogProps = Offering & { onClose: () => void }

/** For which works, price of one, how many, how long; all that it can come to mean; then the steps. */
export function OfferDialog({ raised: open, replaced: old, ...given }: OfferDialogProps) {
  const { t } = useTranslation()
  // As they were when the dialog opened: a later change is reported by the server.
  const [raised] = useState(open)
  const [replaced] = useState(old)
  const { collection, address, chosen, onClose } = given
  const offering = useOffer({ collection, address, chosen, raised, replaced })
  const [isUnlimited, setUnlimited] = useState(false)
  const [unwrapping, setUnwrapping] = useState(0n)
  const { form, figures, funding, spendable, money, token, tokens, errors } = offering
  const { chainId } = collection
  const far = usePriceOutlier({ item: { chainId, collection: address }, role: 'buyer', unitPrice: figures.unitPrice, token })
  const { state, run, isBusy, shown, submit, edit } = useTradeForm(offerFlow, {
    context: () => contextOf({ collection, address, raised, replaced }, offering, isUnlimited),
    errors,
    confirm: (go) => token && far.confirm(go),
    onDone: () => leaveWith(t('offer.stands'), onClose),
  })
  useFreshPagesOnFailure(state)
  const change = (part: Partial<typeof form>) => edit(() => offering.change(part))
  const isShort = state.phase === 'form' && funding.isShort
  // What was missing when it was submitted: it is there once it is wrapped.
  const wrap = run.context()?.wrap ?? funding.wrap
  const price = `${priceText(form.price || '0')} ${money.symbol}`
  const now = raised ? exactText(raised.unitPrice, raised.payToken) : ''
  const units = { count: figures.left }
  const isTooLate = raised === undefined && failedCode(state) === 'ORDER_EXPIRED'
  return (
    <Dialog
      open
      title={collection.name}
      kicker={t(raised ? 'offer.raiseKicker' : replaced ? 'offer.renewKicker' : 'offer.kicker')}
      thumb={<Thumb {...thumbnail(collection.cover)} size={56} />}
      onClose={onClose}
      foot={
        <FlowFoot
          state={state}
          steps={stepsOf({ chainId, offering, replaced, wrap, isUnlimited, t })}
          labels={{ act: t('offer.sign', units), busy: t('offer.signing', { price }), done: t('offer.signed', { price }) }}
          submit={submit}
          disabled={isShort}
          hint={t('offer.staysHint')}
          giveUp={
            isTooLate
              ? { label: t('trade.anotherTime'), onPress: () => change({ life: EMPTY_SALE.life, pick: EMPTY_SALE.pick }) }
              : { label: t('trade.lookAgain'), onPress: onClose }
          }
        />
      }
    >
      <fieldset className="dialog-form" disabled={isBusy}>
        {!raised && <WorksField collection={collection} offering={offering} error={shown.works && t(shown.works)} onChange={change} />}
        <PriceField
          label={t('offer.each')}
          aside={raised && t('trade.nowAt', { price: now })}
          value={form.price}
          onChange={(next) => change({ price: next })}
          token={{ key: token?.address ?? '', symbol: money.symbol }}
          tokens={raised ? [] : tokens.map((one) => ({ key: one.address, symbol: one.symbol }))}
          onToken={(key) => edit(() => offering.setToken(tokens.find((one) => one.address === key)))}
          tokenLabel={t('offer.token')}
          error={shown.price && t(shown.price, { now, least: exactText(LEAST_BID, money) })}
        />
        <OfferMarks collection={collection} address={address} offering={offering} onPick={(next) => change({ price: next })} />
        {!raised && (
          <>
            <QuantityField value={form.quantity} onChange={(quantity) => change({ quantity })} max={MOST_UNITS} error={shown.quantity} />
            <LifeField form={form} onChange={change} error={shown.life && t(shown.life)} />
          </>
        )}
      </fieldset>
      <OfferSums offering={offering} />
      <PaymentBalance
        chainId={chainId}
        money={money}
        spendable={spendable}
        isShort={isShort}
        wrap={wrap}
        isUnlimited={isUnlimited}
        onUnwrap={offering.idle > 0n && !isBusy ? () => setUnwrapping(offering.idle) : undefined}
        onUnlimited={isBusy ? undefined : (next) => edit(() => setUnlimited(next))}
      />
      {!isBusy && <Covered offering={offering} isFixed={isBusy} onChange={(isWrappingAll) => change({ isWrappingAll })} />}
      {!isBusy && far.warning}
      <OfferTerms collection={collection} raised={raised} replaced={replaced} offering={offering} />
      {unwrapping > 0n && token && <UnwrapDialog token={token} idle={unwrapping} coin={offering.coin} onClose={() => setUnwrapping(0n)} />}
    </Dialog>
  )
}

type Steps = Parameters<typeof bidSteps>[0] & { offering: OfferState; replaced: OfferRecord | undefined }

function stepsOf({ chainId, offering, replaced, wrap, isUnlimited, t }: Omit<Steps, 'bidding'>): StepText[] {
  const money = bidSteps({ chainId, wrap, bidding: offering, isUnlimited, t }).slice(0, -1)
  return [
    ...(replaced ? [{ key: 'end', title: t('offer.endStep'), aside: networkFee('cancel', chainId), asksWallet: true }] : []),
    ...money,
    { key: 'sign', title: t('offer.signStep'), aside: t('trade.free'), asksWallet: true },
  ]
}

type Signed = Omit<Offering, 'chosen'> & { collection: Collection }

/** Only called with a form that has no errors. */
function contextOf({ collection, address, raised, replaced }: Signed, offering: OfferState, isUnlimited: boolean): OfferContext {
  const { token, figures, feeBps, funding, until, attributes, isForAny, sellerFeeBps } = offering
  if (!token || until === undefined) throw new Error('An offer needs a pay token and an end')
  return {
    chainId: collection.chainId,
    title: collection.name,
    collection: address,
    items: isForAny ? 'any' : attributes,
    quantity: figures.quantity,
    unitPrice: figures.unitPrice,
    payToken: token,
    draw: figures.draw,
    funded: funding.amount,
    wrap: funding.wrap,
    maxBuyerFeeBps: feeBps,
    sellerFeeBps,
    validUntil: until,
    raised: raised && { salt: raised.salt, root: raised.root },
    replaced: replaced && { salt: replaced.salt },
    isUnlimited,
  }
}

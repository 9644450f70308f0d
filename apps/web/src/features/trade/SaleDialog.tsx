import type { ItemRecord, OrderRecord, PayToken, PrivateSaleRecord } from '@plinth/api'
import { type Address, ASSET_TYPE, parseUnits, shortAddress, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import { useState } from 'react'
import { isUnminted } from '../../entities/cards/item-view.ts'
import { useItemFace } from '../../entities/cards/use-item-face.ts'
import { leastPriceOf, leastText } from '../../entities/price/least-price.ts'
import { typedPrice, usePriceOutlier } from '../../entities/price/use-price-outlier.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { PriceField } from '../../kit/PriceField.tsx'
import { chainNow } from '../../lib/clock.ts'
import { priceText } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { useChainConfig } from '../../lib/site.ts'
import { addressError, readAddress } from './address-form.ts'
import { LifeField } from './LifeField.tsx'
import { PriceMarks } from './PriceMarks.tsx'
import { PrivateLink } from './PrivateLink.tsx'
import { QuantityField } from './QuantityField.tsx'
import { SaleSums } from './SaleSums.tsx'
import { SaleTerms } from './SaleTerms.tsx'
import { EMPTY_SALE, findSaleErrors, type SaleFacts, type SaleForm, validUntilOf } from './sale-form.ts'
import { TakerField } from './TakerField.tsx'
import { TradeFrame } from './TradeFrame.tsx'
import { usePayTokens } from './use-pay-tokens.ts'
import { type SaleTermsOf, useSaleFlow } from './use-sale-flow.ts'

export type SaleDialogProps = {
  item: ItemRecord
  owned: bigint
  /** The user's open sale, when its price is edited. */
  listing: OrderRecord | undefined
  /** A sale that ended with the contracts it was signed for: the form begins with its terms. */
  again?: OrderRecord | undefined
  /** The edited sale is to run longer, at this price or another: it is cancelled and listed again. */
  extends?: boolean
  onClose: () => void
}

/** Price, time and every line of what is received, then the steps: allow the collection, sign the listing. */
export function SaleDialog({ item, owned: ownedNow, listing, again, extends: isLonger = false, onClose }: SaleDialogProps) {
  const { t } = useTranslation()
  // Snapshot from when the dialog opened: the market reports what has left since in a message.
  const [owned] = useState(listing && isUnminted(item) ? listing.selling : ownedNow)
  const tokens = usePayTokens(item.chainId)
  const [form, setForm] = useState<SaleForm>(() => ({
    ...EMPTY_SALE,
    price: (isLonger ? listing : again)?.unitPrice ?? '',
    quantity: quantityOf({ owned, listing, again }).toString(),
  }))
  const [tokenAddress, setToken] = useState((listing ?? again)?.payTokenAddress)
  const token = listing?.payToken ?? tokens.find(({ address }) => address === tokenAddress) ?? tokens[0]
  const current = listing && listing.selling > 0n ? listing.buying / listing.selling : undefined
  const { address: me } = useSession()
  const seller = { me, collection: item.collection }
  // Of a private sale that is edited: its buyer stays.
  const buyer = listing && 'taker' in listing ? (listing as PrivateSaleRecord).taker : undefined
  // A sale to one account alone; while its address is not whole, the form says so.
  const typed = form.taker.trim() === '' || addressError(form.taker, seller) ? undefined : toAddress(readAddress(form.taker))
  const taker = buyer ?? typed
  const { sellerFee: feeNow } = useChainConfig(item.chainId)
  const { name: title } = useItemFace(item)
  // Ended on chain in this dialog, to be listed at a higher price: from then on it is a sale like a new one.
  const [isEnded, setEnded] = useState(false)
  const onEnded = (left: bigint) => {
    setEnded(true)
    setForm((now) => ({ ...now, quantity: left.toString() }))
  }
  const [replaced] = useState(() => listing && { owner: listing.maker, isPrivate: buyer !== undefined, salt: listing.salt, title, onEnded })
  // What its purchase mints is signed under one number only.
  const mayRaise = listing !== undefined && !isUnminted(item)
  const raises = mayRaise && !isEnded && current !== undefined && (isLonger || typedPrice(form.price, token) > current)
  const edited = raises || isEnded ? undefined : listing
  const sellerFee = edited ? BigInt(edited.sellerFee) : feeNow
  const far = usePriceOutlier({ item, role: 'seller', unitPrice: typedPrice(form.price, token), token, current })
  const { state, isBusy, shown, submit, edit, steps } = useSaleFlow({
    item,
    terms: () => ({
      ...termsOf({ form, token, listing, edited, isLonger, owned, sellerFee, taker }),
      // Also once it has ended: the next try waits until the market has read that.
      replaces: raises || isEnded ? replaced : undefined,
    }),
    errors: findSaleErrors(form, { ...factsOf({ owned, token, current: isEnded || isLonger ? undefined : current, mayRaise }), seller }),
    edits: listing && (isEnded ? 'ended' : raises ? 'raise' : 'lower'),
    confirm: (go) => token && far.confirm(go),
    sign: 'trade.sign',
    isPrivate: taker !== undefined,
    onClose,
  })
  const change = (part: Partial<SaleForm>) => edit(() => setForm({ ...form, ...part }))
  const symbol = token?.symbol ?? ''
  const now = listing ? `${priceText(listing.unitPrice)} ${symbol}` : ''
  const isEdition = item.standard === TOKEN_STANDARD.ERC1155
  return (
    <TradeFrame
      item={item}
      onClose={onClose}
      kicker={t(listing ? 'trade.editKicker' : again ? 'trade.againKicker' : 'trade.saleKicker')}
      state={state}
      steps={steps}
      labels={{
        act: t(raises ? (isLonger ? 'trade.extend' : 'trade.raise') : 'trade.sign'),
        busy: t('trade.signing', { price: `${form.price} ${symbol}` }),
        done: t('trade.listed', { price: `${form.price} ${symbol}` }),
      }}
      submit={submit}
      {...(taker ? { closeWhenDone: onClose, next: <PrivateLink item={item} name={shortAddress(taker)} /> } : {})}
      hint={isUnminted(item) ? undefined : t(raises ? (isLonger ? 'trade.extendHint' : 'trade.raiseHint') : 'trade.stays')}
    >
      {again && <p className="s16">{t('trade.againText')}</p>}
      <fieldset className="dialog-form" disabled={isBusy}>
        <PriceField
          label={t(isEdition ? 'trade.priceEach' : 'trade.price')}
          aside={listing && t('trade.nowAt', { price: now })}
          value={form.price}
          onChange={(price) => change({ price })}
          token={{ key: token?.address ?? '', symbol }}
          tokens={listing ? [] : tokens.map(({ address, symbol: name }) => ({ key: address, symbol: name }))}
          onToken={(key) => edit(() => setToken(tokens.find(({ address }) => address === key)?.address))}
          tokenLabel={t('trade.payToken')}
          error={shown.price && t(shown.price, { now, least: leastText(token) })}
        />
        <PriceMarks item={item} token={token} onPick={(price) => change({ price })} />
        {isEdition && !listing && (
          <QuantityField
            aside={t('trade.holding', { count: owned.toString() })}
            value={form.quantity}
            onChange={(quantity) => change({ quantity })}
            max={owned}
            error={shown.quantity}
          />
        )}
        {(!listing || isLonger) && <LifeField form={form} onChange={change} error={shown.life && t(shown.life)} />}
        {!listing && !isUnminted(item) && (
          <TakerField value={form.taker} onChange={(to) => change({ taker: to })} error={shown.taker && t(shown.taker)} />
        )}
      </fieldset>
      <SaleSums item={item} form={form} token={token} sellerFee={sellerFee} />
      {!isBusy && far.warning}
      <SaleTerms until={listing && !isLonger ? listing.validUntil : validUntilOf(form, chainNow())} taker={taker && shortAddress(taker)} />
    </TradeFrame>
  )
}

const leftOf = ({ selling, filled }: OrderRecord): bigint => selling - filled

function quantityOf({ owned, listing, again }: { owned: bigint } & Pick<SaleDialogProps, 'listing' | 'again'>): bigint {
  if (listing) return leftOf(listing)
  return again && leftOf(again) < owned ? leftOf(again) : owned
}

type FormFacts = { owned: bigint; token: PayToken | undefined; current: bigint | undefined; mayRaise: boolean }

const factsOf = ({ owned, token, current, mayRaise }: FormFacts): SaleFacts => ({
  owned,
  decimals: token?.decimals ?? 18,
  least: token ? leastPriceOf(token) : 1n,
  currentUnitPrice: current,
  mayRaise,
  now: chainNow(),
})

type Terms = {
  form: SaleForm
  token: PayToken | undefined
  /** The sale that is edited or replaced. */
  listing: OrderRecord | undefined
  /** The sale that is edited under its number. */
  edited: OrderRecord | undefined
  isLonger: boolean
  owned: bigint
  sellerFee: bigint
  taker: Address | undefined
}

/** Only called with a form that has no errors. */
function termsOf({ form, token, listing, edited, isLonger, owned, sellerFee, taker }: Terms): SaleTermsOf {
  if (!token) throw new Error('A sale needs a pay token')
  const left = listing && leftOf(listing) < owned ? leftOf(listing) : owned
  return {
    quantity: edited?.selling ?? (listing ? left : BigInt(form.quantity)),
    unitPrice: parseUnits(form.price, token.decimals),
    payToken: token,
    sellerFeeBps: sellerFee,
    taker,
    // One that replaces another runs as long as that would have, unless it is to run longer.
    validUntil: (!isLonger && listing?.validUntil) || (validUntilOf(form, chainNow()) ?? 0),
    ...(edited ? { salt: edited.salt, isMintedBySale: edited.sellType === ASSET_TYPE.MINTED } : {}),
  }
}

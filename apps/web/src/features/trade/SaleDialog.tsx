import type { ItemRecord, OrderRecord, PayToken } from '@plinth/api'
import { breakdown, parseUnits, royaltyBpsOf, TOKEN_STANDARD } from '@plinth/protocol'
import { useState } from 'react'
import { itemFace } from '../../entities/item-view.ts'
import { personName } from '../../entities/person-name.ts'
import { Thumb } from '../../entities/Thumb.tsx'
import { useApproved } from '../../flows/approval.ts'
import { FlowFoot } from '../../flows/FlowFoot.tsx'
import { type SaleContext, saleFlow } from '../../flows/sale.ts'
import { isBusy } from '../../flows/step-views.ts'
import { useFlow } from '../../flows/use-flow.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Stepper } from '../../kit/choices.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { PriceField } from '../../kit/PriceField.tsx'
import { toast } from '../../kit/toast.tsx'
import { queryClient } from '../../lib/api.ts'
import { chainNow } from '../../lib/clock.ts'
import { shortPercent } from '../../lib/numbers.ts'
import { useConfig } from '../../lib/site.ts'
import { exactText, receivesText } from './amounts.ts'
import { LifeField } from './LifeField.tsx'
import { Sums } from './Sums.tsx'
import { EMPTY_SALE, findSaleErrors, type SaleForm, validUntilOf } from './sale-form.ts'
import { usePayTokens } from './use-pay-tokens.ts'

export type SaleDialogProps = {
  item: ItemRecord
  owned: bigint
  /** The user's open sale, when its price is edited. */
  listing: OrderRecord | undefined
  onClose: () => void
}

/** Price, time and every line of what is received, then the steps: allow the collection, sign the listing. */
export function SaleDialog({ item, owned, listing, onClose }: SaleDialogProps) {
  const { t } = useTranslation()
  const tokens = usePayTokens(item.chainId)
  const [form, setForm] = useState<SaleForm>({ ...EMPTY_SALE, quantity: (listing?.selling ?? owned).toString() })
  const [tokenAddress, setToken] = useState(listing?.payTokenAddress)
  const [isTouched, setTouched] = useState(false)
  const token = listing?.payToken ?? tokens.find(({ address }) => address === tokenAddress) ?? tokens[0]
  const face = itemFace(item, t('item.untitled', { id: item.tokenId }))
  const current = listing && listing.selling > 0n ? listing.buying / listing.selling : undefined
  const errors = findSaleErrors(form, { owned, decimals: token?.decimals ?? 18, currentUnitPrice: current, now: chainNow() })
  const { state, run } = useFlow(saleFlow, {
    context: () => contextOf({ item, form, token, listing }),
    onDone: () => {
      toast(t('request.saleSuccess'))
      void queryClient.invalidateQueries()
      onClose()
    },
  })
  const submit = () => {
    setTouched(true)
    if (Object.keys(errors).length === 0 && token) run.submit()
  }
  const isAllowed = useApproved(item)
  const shown = isTouched ? errors : {}
  const busy = isBusy(state)
  const change = (part: Partial<SaleForm>) => setForm({ ...form, ...part })
  const symbol = token?.symbol ?? ''
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t(listing ? 'trade.editKicker' : 'trade.saleKicker')}
      title={face.name}
      thumb={<Thumb src={face.picture?.src ?? ''} size={56} />}
      foot={
        <FlowFoot
          state={state}
          steps={[
            {
              key: 'approve',
              title: t('trade.allow', { collection: item.collectionBrief.name }),
              aside: t('trade.allowAside'),
              asksWallet: true,
              doneBefore: isAllowed ? t('trade.allowed') : undefined,
            },
            { key: 'sign', title: t('trade.sign'), aside: t('trade.free'), asksWallet: true },
          ]}
          labels={{
            act: t('trade.sign'),
            busy: t('trade.signing', { price: `${form.price} ${symbol}` }),
            done: t('trade.listed', { price: `${form.price} ${symbol}` }),
          }}
          submit={submit}
          hint={t('trade.stays')}
        />
      }
    >
      <fieldset className="dialog-form" disabled={busy}>
        <PriceField
          label={t(owned > 1n ? 'trade.priceEach' : 'trade.price')}
          aside={listing && t('trade.nowAt', { price: `${listing.unitPrice} ${symbol}` })}
          value={form.price}
          onChange={(price) => change({ price })}
          token={{ key: token?.address ?? '', symbol }}
          tokens={listing ? [] : tokens.map(({ address, symbol: name }) => ({ key: address, symbol: name }))}
          onToken={(key) => setToken(tokens.find(({ address }) => address === key)?.address)}
          tokenLabel={t('trade.payToken')}
          error={shown.price && t(shown.price)}
          autoFocus
        />
        {item.standard !== TOKEN_STANDARD.ERC721 && !listing && (
          <Stepper
            label={t('trade.quantity')}
            aside={t('trade.holding', { count: owned.toString() })}
            value={form.quantity}
            onChange={(quantity) => change({ quantity })}
            max={owned}
            less={t('trade.less')}
            more={t('trade.more')}
            error={shown.quantity && t(shown.quantity)}
          />
        )}
        {!listing && <LifeField form={form} onChange={change} error={shown.life && t(shown.life)} />}
      </fieldset>
      <SaleSums item={item} form={form} token={token} />
    </Dialog>
  )
}

type Terms = { item: ItemRecord; form: SaleForm; token: PayToken | undefined; listing: OrderRecord | undefined }

/** Only called with a form that has no errors. */
function contextOf({ item, form, token, listing }: Terms): SaleContext {
  if (!token) throw new Error('A sale needs a pay token')
  return {
    chainId: item.chainId,
    collection: item.collection,
    collectionName: item.collectionBrief.name,
    tokenId: item.tokenId,
    standard: item.standard,
    quantity: listing?.selling ?? BigInt(form.quantity),
    unitPrice: parseUnits(form.price, token.decimals),
    payToken: token,
    validUntil: validUntilOf(form, chainNow()) ?? 0,
    ...(listing ? { salt: listing.salt } : {}),
  }
}

function SaleSums({ item, form, token }: { item: ItemRecord; form: SaleForm; token: PayToken | undefined }) {
  const { t } = useTranslation()
  const { sellerFee } = useConfig()
  if (!token) return null
  const { decimals, symbol } = token
  const unit = priceOr0(form.price, decimals)
  const quantity = /^\d{1,78}$/.test(form.quantity) ? BigInt(form.quantity) : 0n
  // The first entry is what a sale pays out (document B §3).
  const royaltyBps = royaltyBpsOf(item.royalties.slice(0, 1))
  const sums = breakdown({ price: unit * quantity, sellerFeeBps: sellerFee, buyerFeeBps: 0n, royaltyBps })
  const money = { decimals, symbol }
  const royalty = {
    key: 'royalty',
    label: t('trade.royaltyTo', { name: personName(item.creator), percent: shortPercent(royaltyBps) }),
    value: `− ${exactText(sums.royalty, money)}`,
    muted: true,
  }
  return (
    <Sums
      lines={[
        { key: 'price', label: t('trade.buyerPaysYou'), value: exactText(sums.price, money) },
        {
          key: 'fee',
          label: t('trade.serviceFee', { percent: shortPercent(sellerFee) }),
          value: `− ${exactText(sums.sellerFee, money)}`,
          muted: true,
        },
        ...(royaltyBps > 0n ? [royalty] : []),
      ]}
      total={{ label: t('trade.youReceive'), value: receivesText(sums.receives, money) }}
    />
  )
}

function priceOr0(text: string, decimals: number): bigint {
  try {
    return parseUnits(text, decimals)
  } catch {
    return 0n
  }
}

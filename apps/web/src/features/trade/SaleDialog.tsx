import type { ItemRecord, OrderRecord, PayToken } from '@plinth/api'
import { parseUnits, TOKEN_STANDARD } from '@plinth/protocol'
import { useState } from 'react'
import { itemFace } from '../../entities/item-view.ts'
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
import { priceText } from '../../lib/numbers.ts'
import { LifeField } from './LifeField.tsx'
import { SaleSums } from './SaleSums.tsx'
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
  const [form, setForm] = useState<SaleForm>({ ...EMPTY_SALE, quantity: (listing ? listing.selling - listing.filled : owned).toString() })
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
  const isEdition = item.standard === TOKEN_STANDARD.ERC1155
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
          label={t(isEdition ? 'trade.priceEach' : 'trade.price')}
          aside={listing && t('trade.nowAt', { price: `${priceText(listing.unitPrice)} ${symbol}` })}
          value={form.price}
          onChange={(price) => change({ price })}
          token={{ key: token?.address ?? '', symbol }}
          tokens={listing ? [] : tokens.map(({ address, symbol: name }) => ({ key: address, symbol: name }))}
          onToken={(key) => setToken(tokens.find(({ address }) => address === key)?.address)}
          tokenLabel={t('trade.payToken')}
          error={shown.price && t(shown.price)}
          autoFocus
        />
        {isEdition && !listing && (
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

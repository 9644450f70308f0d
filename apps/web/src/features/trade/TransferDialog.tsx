import type { ItemRecord } from '@plinth/api'
import { type Address, shortAddress, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import { useState } from 'react'
import { useItemFace } from '../../entities/cards/use-item-face.ts'
import { networkFee } from '../../entities/price/NetworkFee.tsx'
import { readTransferSubject, transferAndEndFlow, transferFlow } from '../../flows/acts/item/transfer.ts'
import type { TransactionEntry } from '../../flows/transactions/transaction-record.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { SwapBand } from '../../kit/Dialog.tsx'
import { TextField } from '../../kit/Field.tsx'
import { readAddress } from './address-form.ts'
import { EndTooField, endsOf, useEndToo, withEnd } from './EndToo.tsx'
import { findTransferErrors, type TransferErrors, type TransferForm } from './hold-form.ts'
import { leaveWith } from './leave-with.ts'
import { Pieces } from './Pieces.tsx'
import { QuantityField } from './QuantityField.tsx'
import { typedQuantity } from './sale-form.ts'
import { TradeFrame } from './TradeFrame.tsx'
import { useKnownAs } from './use-known-as.ts'
import { useTradeForm } from './use-trade-form.ts'

export type HoldDialogProps = {
  item: ItemRecord
  owner: Address
  owned: bigint
  /** The same act on this item, out and on its way. */
  pending: Pick<TransactionEntry, 'hash' | 'subject'> | undefined
  onClose: () => void
}

/** Whereto and how many, that it can't be undone, then one transaction. */
export function TransferDialog({ item, owner, owned: ownedNow, pending: pendingNow, onClose }: HoldDialogProps) {
  const { t } = useTranslation()
  // As they were when the dialog opened: what it sends itself changes both.
  const [owned] = useState(ownedNow)
  const [pending] = useState(pendingNow)
  const [form, setForm] = useState<TransferForm>(() => (pending ? readTransferSubject(pending.subject ?? '') : { to: '', quantity: '1' }))
  const { chainId, collection, tokenId, standard } = item
  const errors = findTransferErrors(form, { owned, me: owner, collection })
  const title = useItemFace(item).name
  const amount = typedQuantity(form.quantity)
  const endToo = useEndToo({ item, owner, owned, leaving: amount, isSent: pending !== undefined })
  const { state, run, isBusy, shown, submit, edit } = useTradeForm(endToo.offer ? transferAndEndFlow : transferFlow, {
    context: () => ({
      chainId,
      collection,
      tokenId,
      standard,
      title,
      to: toAddress(readAddress(form.to)),
      quantity: BigInt(form.quantity),
      isSent: pending !== undefined,
      ends: endsOf(endToo),
    }),
    errors,
    sent: pending && { transfer: pending.hash },
    onDone: () => leaveWith(t('hold.transferred'), onClose),
  })
  // From here on only the end of an own listing is left to do.
  const isTransferred = state.steps.transfer?.at === 'done'
  const to = errors.to === undefined || errors.to === 'form.noQuantity' ? shortAddress(readAddress(form.to)) : ''
  return (
    <TradeFrame
      item={item}
      onClose={onClose}
      kicker={t('hold.transferKicker')}
      band={<SwapBand leaves={<Pieces item={item} amount={amount} />} comes={<div className="d d22">{t('hold.nothing')}</div>} />}
      {...withEnd(
        endToo,
        isTransferred,
        {
          state,
          steps: [
            {
              key: 'transfer',
              title: to === '' ? t('hold.sendStepEmpty') : t('hold.sendStep', { address: to }),
              aside: networkFee('transfer', chainId),
              asksWallet: true,
            },
          ],
          labels: {
            act: amount > 1n ? t('hold.sendMany', { count: amount }) : t('hold.send'),
            busy: t('hold.sending'),
            done: t('hold.sent'),
          },
          submit: isTransferred ? run.submit : submit,
        },
        t,
      )}
    >
      <p className="s16">{t('hold.transferText')}</p>
      <Fields
        form={form}
        onChange={(part) => edit(() => setForm({ ...form, ...part }))}
        errors={shown}
        owned={standard === TOKEN_STANDARD.ERC1155 ? owned : undefined}
        isClosed={isBusy || isTransferred || pending !== undefined}
      />
      <EndTooField of={endToo} isFixed={isBusy || isTransferred || pending !== undefined} />
    </TradeFrame>
  )
}

type FieldsProps = {
  form: TransferForm
  onChange: (part: Partial<TransferForm>) => void
  errors: TransferErrors
  /** Of an edition. */
  owned: bigint | undefined
  isClosed: boolean
}

function Fields({ form, onChange, errors, owned, isClosed }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="dialog-form" disabled={isClosed}>
      <TextField
        label={t('hold.to')}
        value={form.to}
        onChange={(event) => onChange({ to: event.target.value })}
        placeholder="0x…"
        spellCheck={false}
        autoCapitalize="off"
        hint={useKnownAs(readAddress(form.to))}
        error={errors.to && t(errors.to)}
      />
      {owned !== undefined && (
        <QuantityField
          aside={t('trade.holding', { count: owned.toString() })}
          value={form.quantity}
          onChange={(quantity) => onChange({ quantity })}
          max={owned}
          error={errors.quantity}
          isInvalid={errors.to === 'form.noQuantity'}
        />
      )}
    </fieldset>
  )
}

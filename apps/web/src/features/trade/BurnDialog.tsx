import { TOKEN_STANDARD } from '@plinth/protocol'
import { useState } from 'react'
import { useItemFace } from '../../entities/cards/use-item-face.ts'
import { networkFee } from '../../entities/price/NetworkFee.tsx'
import { burnAndEndFlow, burnFlow } from '../../flows/acts/item/burn.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { SwapBand } from '../../kit/Dialog.tsx'
import { TextField } from '../../kit/Field.tsx'
import { groupDigits } from '../../lib/numbers.ts'
import { EndTooField, endsOf, useEndToo, withEnd } from './EndToo.tsx'
import { type BurnForm, findBurnErrors } from './hold-form.ts'
import { leaveWith } from './leave-with.ts'
import { PauseNote } from './PauseNote.tsx'
import { Pieces } from './Pieces.tsx'
import { QuantityField } from './QuantityField.tsx'
import { typedQuantity } from './sale-form.ts'
import { TradeFrame } from './TradeFrame.tsx'
import type { HoldDialogProps } from './TransferDialog.tsx'
import { useTradeForm } from './use-trade-form.ts'

/** Asks for the quantity, warns that a burn is final, asks for the confirmation word, then sends one transaction. */
export function BurnDialog({ item, owner, owned: ownedNow, pending: pendingNow, onClose }: HoldDialogProps) {
  const { t } = useTranslation()
  // As they were when the dialog opened: what it sends itself changes both.
  const [owned] = useState(ownedNow)
  const [pending] = useState(pendingNow)
  const [form, setForm] = useState<BurnForm>({ quantity: pending?.subject ?? '1', word: '' })
  const { chainId, collection, tokenId, standard } = item
  const isEdition = standard === TOKEN_STANDARD.ERC1155
  const asked = t('hold.burnWord')
  const title = useItemFace(item).name
  const [supply] = useState(item.supply)
  const amount = typedQuantity(form.quantity)
  const endToo = useEndToo({ item, owner, owned, leaving: amount, mayReturn: amount < supply, isSent: pending !== undefined })
  const { state, run, isBusy, shown, submit, edit } = useTradeForm(endToo.offer ? burnAndEndFlow : burnFlow, {
    context: () => ({
      chainId,
      collection,
      tokenId,
      standard,
      title,
      quantity: BigInt(form.quantity),
      isSent: pending !== undefined,
      ends: endsOf(endToo),
    }),
    errors: findBurnErrors(form, { owned, asked }),
    sent: pending && { burn: pending.hash },
    onDone: () => leaveWith(t('hold.burntToast'), onClose),
  })
  const change = (part: Partial<BurnForm>) => edit(() => setForm({ ...form, ...part }))
  // From here on only the end of an own listing is left to do.
  const isBurnt = state.steps.burn?.at === 'done'
  const [count, ownedText] = [groupDigits(amount.toString()), groupDigits(owned.toString())]
  return (
    <TradeFrame
      item={item}
      onClose={onClose}
      kicker={t('hold.burnKicker')}
      band={<SwapBand leaves={<Pieces item={item} amount={amount} />} comes={<div className="d d22">{t('hold.nothing')}</div>} />}
      {...withEnd(
        endToo,
        isBurnt,
        {
          state,
          steps: [{ key: 'burn', title: t('hold.burnStep'), aside: networkFee('burn', chainId), asksWallet: true }],
          labels: { act: isEdition ? t('hold.burnMany', { count }) : t('hold.burnIt'), busy: t('hold.burning'), done: t('hold.burnt') },
          submit: isBurnt ? run.submit : submit,
        },
        t,
      )}
    >
      <p className="s16">{isEdition ? t('hold.burnSome', { count, held: ownedText }) : t('hold.burnText')}</p>
      <fieldset className="dialog-form" disabled={isBusy || isBurnt || pending !== undefined}>
        {isEdition && (
          <QuantityField
            aside={t('trade.holding', { count: ownedText })}
            value={form.quantity}
            onChange={(quantity) => change({ quantity })}
            max={owned}
            error={shown.quantity}
          />
        )}
        <TextField
          label={t('hold.typeWord', { word: asked })}
          value={form.word}
          onChange={(event) => change({ word: event.target.value })}
          error={shown.word && t(shown.word)}
        />
      </fieldset>
      {amount < supply ? (
        <EndTooField of={endToo} isFixed={isBusy || isBurnt || pending !== undefined} />
      ) : (
        <PauseNote item={item} owned={owned} leaving={amount} />
      )}
    </TradeFrame>
  )
}

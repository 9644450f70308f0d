import { formatUnits, parseUnits } from '@plinth/protocol'
import { useState } from 'react'
import { exactText } from '../../entities/price/amounts.ts'
import { networkFee } from '../../entities/price/NetworkFee.tsx'
import { unwrapFlow, type Wrapped } from '../../flows/acts/money/wrap.ts'
import { FlowFoot } from '../../flows/engine/FlowFoot.tsx'
import { isBusy } from '../../flows/engine/step-views.ts'
import { useFlow } from '../../flows/engine/use-flow.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Dialog, SwapBand } from '../../kit/Dialog.tsx'
import { PriceField } from '../../kit/PriceField.tsx'
import { leaveWith } from './leave-with.ts'
import { amountError } from './sale-form.ts'

export type UnwrapDialogProps = {
  token: Wrapped
  /** Held beyond what open bids can draw. */
  idle: bigint
  /** Symbol of the chain's coin. */
  coin: string
  onClose: () => void
}

/** Wrapped coin that no bid needs becomes coin again, one for one. */
export function UnwrapDialog({ token, idle, coin, onClose }: UnwrapDialogProps) {
  const { t } = useTranslation()
  const { decimals, symbol } = token
  const [typed, setTyped] = useState(formatUnits(idle, decimals))
  const wrong = amountError(typed, decimals)
  const amount = wrong ? 0n : parseUnits(typed, decimals)
  const error = wrong ?? (amount > idle ? ('trade.unwrapLess' as const) : undefined)
  const [leaves, comes] = [symbol, coin].map((name) => exactText(amount, { decimals, symbol: name }))
  const { state, run } = useFlow(unwrapFlow, {
    context: () => ({ token, amount }),
    onDone: () => leaveWith(t('trade.unwrapped', { amount: comes ?? '' }), onClose),
  })
  const type = (next: string) => {
    if (state.phase === 'failed') run.reset()
    setTyped(next)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t('trade.unwrapKicker')}
      title={t('trade.unwrapTitle', { symbol, coin })}
      band={<SwapBand leaves={<div className="row d d22">{leaves}</div>} comes={<div className="d d22">{comes}</div>} />}
      foot={
        <FlowFoot
          state={state}
          steps={[
            {
              key: 'unwrap',
              title: t('trade.unwrapStep', { amount: leaves ?? '' }),
              aside: networkFee('unwrap', token.chainId),
              asksWallet: true,
            },
          ]}
          labels={{
            act: t('trade.unwrapStep', { amount: leaves ?? '' }),
            busy: t('trade.unwrapping', { amount: leaves ?? '' }),
            done: t('trade.unwrapped', { amount: comes ?? '' }),
          }}
          submit={() => !error && run.submit()}
          disabled={error !== undefined}
          hint={t('trade.unwrapNote')}
        />
      }
    >
      <fieldset className="dialog-form" disabled={isBusy(state)}>
        <PriceField
          label={t('trade.unwrapAmount')}
          aside={t('trade.unwrapIdle', { amount: exactText(idle, { decimals, symbol }) })}
          value={typed}
          onChange={type}
          token={{ key: token.address, symbol }}
          error={error && t(error)}
        />
      </fieldset>
    </Dialog>
  )
}

import { formatUnits } from '@plinth/protocol'
import { CallCost } from '../../entities/price/CallCost.tsx'
import { takeBackCall, takeBackFlow } from '../../flows/acts/allowed/take-back.ts'
import { FlowFoot } from '../../flows/engine/FlowFoot.tsx'
import { useFlow } from '../../flows/engine/use-flow.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { queryClient } from '../../lib/api.ts'
import { priceText } from '../../lib/numbers.ts'
import type { AllowedRow } from './read-chain.ts'
import { CHAIN_KEY } from './use-allowed.ts'

/** `amount` of a token stays allowed; 0 takes all back. */
export type Taking = { readonly row: AllowedRow; readonly title: string; readonly amount: bigint }

/** Ends an approval, or sets an allowance to the need. */
export function TakeBackDialog({ taking: { row, title, amount }, onClose }: { taking: Taking; onClose: () => void }) {
  const { t } = useTranslation()
  const { state, run } = useFlow(takeBackFlow, {
    context: () => ({ allowed: row, title, amount }),
    onDone: () => void queryClient.invalidateQueries({ queryKey: [CHAIN_KEY] }),
  })
  const isSet = amount > 0n
  const cost = (to: bigint) => <CallCost chainId={row.chainId} calls={[takeBackCall(row, to)]} />
  const money = `${priceText(formatUnits(amount, row.decimals))} ${row.name}`
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t(isSet ? 'approvals.setKicker' : 'approvals.takeKicker')}
      title={title}
      foot={
        <FlowFoot
          state={state}
          steps={[
            ...(isSet ? [{ key: 'reset', title: t('approvals.resetStep'), aside: cost(0n), asksWallet: true }] : []),
            {
              key: 'set',
              title: isSet ? t('approvals.setStep', { money }) : t('approvals.takeStep'),
              aside: cost(amount),
              asksWallet: true,
            },
          ]}
          labels={
            isSet
              ? { act: t('approvals.setToNeeded'), busy: t('approvals.setting'), done: t('approvals.isSet') }
              : { act: t('approvals.takeBack'), busy: t('approvals.taking'), done: t('approvals.taken') }
          }
          submit={run.submit}
          giveUp={{ label: t('trade.lookAgain'), onPress: onClose }}
          closeWhenDone={onClose}
        />
      }
    >
      <p>{isSet ? t('approvals.setWhy', { money }) : t(`approvals.takeWhy.${row.of}`)}</p>
    </Dialog>
  )
}

import { useState } from 'react'
import { CallCost } from '../../entities/price/CallCost.tsx'
import type { EndContext, Ending } from '../../flows/acts/allowed/end-signed.ts'
import type { Flow } from '../../flows/engine/engine.ts'
import { FlowFoot } from '../../flows/engine/FlowFoot.tsx'
import { useFlow } from '../../flows/engine/use-flow.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { queryClient } from '../../lib/api.ts'
import { countsText } from './needs.ts'
import { signedTitle } from './Signed.tsx'

type Props = { endings: readonly Ending[]; flow: Flow<EndContext>; onClose: () => void }

/** Ends chosen signatures: all orders at one contract in one transaction, each auction in one of its own. */
export function EndSignedDialog({ endings: given, flow: givenFlow, onClose }: Props) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  const [{ endings, flow }] = useState({ endings: given, flow: givenFlow })
  const signed = endings.flatMap((ending) => ending.signed)
  const [first] = signed
  const title = signed.length === 1 && first ? signedTitle(first, t) : countsText(signed, t, locale)
  const { state, run } = useFlow(flow, {
    context: () => ({ title }),
    onDone: () => void queryClient.invalidateQueries(),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t('approvals.endKicker')}
      title={title}
      foot={
        <FlowFoot
          state={state}
          steps={endings.map(({ key, of, call, signed: some }) => ({
            key,
            title: t(`approvals.endStep.${of}`, { count: some.length, name: some[0] ? signedTitle(some[0], t) : '' }),
            aside: <CallCost chainId={call.chainId} calls={[call]} />,
            asksWallet: true,
          }))}
          labels={{ act: t('approvals.end', { count: signed.length }), busy: t('approvals.ending'), done: t('approvals.ended') }}
          submit={run.submit}
          giveUp={{ label: t('trade.lookAgain'), onPress: onClose }}
          closeWhenDone={onClose}
        />
      }
    >
      <p>{t('approvals.endWhy')}</p>
    </Dialog>
  )
}

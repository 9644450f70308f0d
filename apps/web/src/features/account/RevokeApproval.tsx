import type { FormerApproval } from '@plinth/api'
import { networkFee } from '../../entities/price/NetworkFee.tsx'
import { takeBackApprovalFlow } from '../../flows/acts/money/former-approval.ts'
import { FlowFoot } from '../../flows/engine/FlowFoot.tsx'
import { useFlow } from '../../flows/engine/use-flow.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { queryClient } from '../../lib/api.ts'

type Props = { approval: FormerApproval; title: string; onClose: () => void }

/** One transaction, after which the contracts of a former edition can't move this any more. */
export function RevokeApproval({ approval, title, onClose }: Props) {
  const { t } = useTranslation()
  const { state, run } = useFlow(takeBackApprovalFlow, {
    context: () => ({ approval }),
    onDone: () => void queryClient.invalidateQueries(),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t('account.former.kicker')}
      title={title}
      foot={
        <FlowFoot
          state={state}
          steps={[{ key: 'revoke', title: t('account.former.step'), aside: networkFee('approve', approval.chainId), asksWallet: true }]}
          labels={{ act: t('account.former.act'), busy: t('account.former.busy'), done: t('account.former.done') }}
          submit={run.submit}
          giveUp={{ label: t('trade.lookAgain'), onPress: onClose }}
          closeWhenDone={onClose}
        />
      }
    >
      <p>{t('account.former.why')}</p>
    </Dialog>
  )
}

import { TOKEN_STANDARD } from '@plinth/protocol'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Thumb } from '../../entities/cards/Thumb.tsx'
import { ShareMenu } from '../../entities/ShareMenu.tsx'
import { createItemFlow, type MintContext, wayOf } from '../../flows/acts/item/create-item.ts'
import { pendingStep } from '../../flows/engine/engine.ts'
import { FlowFoot } from '../../flows/engine/FlowFoot.tsx'
import { useFlow } from '../../flows/engine/use-flow.ts'
import { findPending } from '../../flows/transactions/transactions.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { queryClient } from '../../lib/api.ts'
import { itemPath } from '../../lib/links.ts'
import { groupDigits } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { useMintSteps } from './mint-steps.ts'
import { useFileView } from './use-file-view.ts'

/** The mint's progress; starts by itself when it opens and ends on the page of the work (decision 38g). */
export function MintDialog({ context, onClose, onMade }: { context: MintContext; onClose: () => void; onMade: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { address } = useSession()
  const way = wayOf(context)
  const isEdition = context.quantity > 1n
  const { lacksSigner } = context
  const [flow] = useState(() => createItemFlow(way, isEdition, lacksSigner))
  const [sentMint] = useState(() => {
    const { chainId, collection, voucher } = context
    return address && voucher ? findPending('mint', address, { chainId, collection, tokenId: voucher.tokenId })?.hash : undefined
  })
  const { state, run } = useFlow(flow, {
    context: () => context,
    onDone: () => {
      toast(t(way === 'sellUnminted' ? 'request.saleSuccess' : 'request.mintSuccess'))
      void queryClient.invalidateQueries()
      const { chainId, collection, voucher } = context
      if (voucher) navigate(itemPath({ collection, tokenId: voucher.tokenId, chainId }), { state: { isJustMade: true } })
      else navigate(way === 'mint' ? '/items?tab=collectibles' : '/items?tab=sale')
      onMade()
    },
    ...(sentMint ? { resume: { mint: sentMint } } : {}),
  })
  useEffect(() => run.submit(), [run])
  const steps = useMintSteps({ collection: context.collectionName, way, isEdition, lacksSigner, isAllowed: false, isSent: false })
  const mint = state.steps.mint
  const isSent = mint?.at === 'running' && mint.hash !== undefined
  const isOut = isSent || mint?.at === 'done'
  const { voucher } = context
  // Fixed from here on: the uploaded copy looks the same.
  const [face] = useState(context.cover ?? context.file)
  const picture = useFileView(face)
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={
        context.standard === TOKEN_STANDARD.ERC1155
          ? t('create.editionKicker', { count: groupDigits(context.quantity.toString()) })
          : t('create.dialogKicker')
      }
      title={context.name}
      thumb={<Thumb src={picture?.src ?? ''} size={56} />}
      foot={
        <FlowFoot
          state={state}
          steps={steps}
          labels={{
            act: steps.find(({ key }) => key === pendingStep(steps, state))?.title ?? t('create.mint'),
            busy: t('create.minting'),
            done: t('create.minted'),
          }}
          submit={run.submit}
          hint={isSent ? t('trade.mayClose') : undefined}
        />
      }
    >
      <p className="s16 muted">{t(way === 'sellUnminted' ? 'create.laterText' : 'create.chooserText')}</p>
      {lacksSigner && <p>{t('create.signerText')}</p>}
      {isOut && voucher && (
        <div className="row between">
          <span className="medium">{t('hold.tellOthers')}</span>
          <ShareMenu
            path={itemPath({ collection: context.collection, tokenId: voucher.tokenId, chainId: context.chainId })}
            title={context.name}
          />
        </div>
      )}
    </Dialog>
  )
}

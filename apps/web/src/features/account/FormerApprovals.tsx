import type { FormerApproval } from '@plinth/api'
import { formatUnits, MAX_UINT256 } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useAct } from '../../flows/engine/use-act.ts'
import { type Translate, useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { api, queryOf } from '../../lib/api.ts'
import { priceText } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'

const RevokeApproval = lazy(async () => ({ default: (await import('./RevokeApproval.tsx')).RevokeApproval }))

/** What the viewer still lets contracts move that the market has left; nothing where there is nothing. */
export function FormerApprovals() {
  const { t } = useTranslation()
  const act = useAct()
  const { status } = useSession()
  const { data = [] } = useQuery({ ...queryOf(api.user.approvals, {}), enabled: status === 'loggedIn', retry: false })
  const [shown, setShown] = useState<FormerApproval>()
  if (data.length === 0 && !shown) return null
  return (
    <section className="former-approvals" aria-labelledby="former-approvals">
      <h2 id="former-approvals" className="medium">
        {t('account.former.title')}
      </h2>
      <p className="muted">{t('account.former.text')}</p>
      <ul>
        {data.map((approval) => {
          const what = approvalText(approval, t)
          return (
            <li key={keyOf(approval)} className="row between">
              <span>{what}</span>
              <Button
                size="small"
                aria-label={t('account.former.actOf', { name: what })}
                onClick={() => void act({ chainId: approval.chainId, run: () => setShown(approval) })}
              >
                {t('account.former.act')}
              </Button>
            </li>
          )
        })}
      </ul>
      {shown && (
        <Suspense>
          <RevokeApproval approval={shown} title={approvalText(shown, t)} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

const keyOf = ({ chainId, address, spender }: FormerApproval) => `${chainId}:${address}:${spender}`

function approvalText({ isItems, name, address, allowance, decimals }: FormerApproval, t: Translate): string {
  if (isItems) return t('account.former.items', { name: name || address })
  const amount = allowance === MAX_UINT256 ? '∞' : priceText(formatUnits(allowance, decimals))
  return t('account.former.money', { amount, name })
}

import type { Address } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { exactText, type Money } from '../../../entities/price/amounts.ts'
import { readLeftAllowance, setNeedFlow } from '../../../flows/acts/cart/left-allowance.ts'
import { isBusy, stepViews } from '../../../flows/engine/step-views.ts'
import { useFlow } from '../../../flows/engine/use-flow.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { useSession } from '../../../lib/session.ts'

/** Shows the allowance that failed lines leave, and takes it back with one press (CART-10). */
export function LeftAllowance({ chainId, token, money }: { chainId: number; token: Address; money: Money }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const { data, refetch } = useQuery({
    queryKey: ['wallet.leftAllowance', chainId, token, address],
    queryFn: () => readLeftAllowance(chainId, token),
    staleTime: 0,
    retry: false,
  })
  const { state, run } = useFlow(setNeedFlow, {
    context: () => ({ chainId, token, symbol: money.symbol, need: data?.need ?? 0n }),
    onDone: () => void refetch(),
  })
  if (!data || data.allowed <= data.need) return null
  const [step] = stepViews(state, [{ key: 'allow', title: t('cart.setNeed'), asksWallet: true }], t)
  return (
    <div className="cart-left">
      <p className="hint">{t('cart.allowedMore', { allowed: exactText(data.allowed, money), need: exactText(data.need, money) })}</p>
      {step?.at === 'failed' && (
        <p className="field-error" role="alert">
          {step.error}
        </p>
      )}
      <Button size="small" busy={isBusy(state)} onClick={run.submit}>
        {t('cart.setNeed')}
      </Button>
    </div>
  )
}

import { type Address, formatUnits, ZERO_ADDRESS } from '@plinth/protocol'
import { endEverythingCall } from '@plinth/sdk'
import { useQuery } from '@tanstack/react-query'
import { ratesQuery } from '../../entities/price/rates-query.ts'
import { worthText } from '../../entities/price/worth-text.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { useNetwork } from '../../lib/site.ts'
import { loadWallet } from '../../wallet/load.ts'

const COIN_DECIMALS = 18
const SHOWN_DECIMALS = 6

/** "About 0.0004 ETH ≈ $1.40": what ending everything at these exchanges costs now, by the chain's own estimate. */
export function EndCost({ chainId, exchanges }: { chainId: number; exchanges: readonly Address[] }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const symbol = useNetwork(chainId)?.symbol ?? ''
  const { data: wei, isError } = useQuery({
    queryKey: ['allowed.cost', chainId, exchanges],
    queryFn: async () => {
      const wallet = await loadWallet()
      const [price, ...gas] = await Promise.all([
        wallet.gasPrice(chainId),
        ...exchanges.map((exchange) => wallet.estimate(endEverythingCall(chainId, exchange))),
      ])
      return price * gas.reduce((sum, each) => sum + each, 0n)
    },
    retry: false,
    staleTime: 60_000,
  })
  const { data } = useQuery(ratesQuery)
  if (wei === undefined) return isError ? t('approvals.costUnknown') : '…'
  const rate = data?.rates.find((one) => one.chainId === chainId && one.token === ZERO_ADDRESS)
  const worth = data && rate ? ` ${worthText(wei, COIN_DECIMALS, rate, { currency: data.currency, intl })}` : ''
  return (
    <span className="num">
      {t('approvals.about', { cost: `${formatUnits(wei, COIN_DECIMALS, SHOWN_DECIMALS, 'half')} ${symbol}${worth}` })}
    </span>
  )
}

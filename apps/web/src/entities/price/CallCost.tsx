import { formatUnits, ZERO_ADDRESS } from '@plinth/protocol'
import type { ContractCall } from '@plinth/sdk'
import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { useNetwork } from '../../lib/site.ts'
import { loadWallet } from '../../wallet/load.ts'
import { ratesQuery } from './rates-query.ts'
import { worthText } from './worth-text.ts'

const COIN_DECIMALS = 18
const SHOWN_DECIMALS = 6

/** "About 0.0004 ETH ≈ $1.40": what these calls cost now by their chain's own estimate, whatever chain the wallet is on. */
export function CallCost({ chainId, calls }: { chainId: number; calls: readonly ContractCall[] }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const symbol = useNetwork(chainId)?.symbol ?? ''
  const { data: wei, isError } = useQuery({
    queryKey: ['allowed.cost', chainId, calls.map(({ address, functionName, args }) => [address, functionName, args])],
    queryFn: async () => {
      const wallet = await loadWallet()
      const [price, ...gas] = await Promise.all([wallet.gasPrice(chainId), ...calls.map((call) => wallet.estimate(call))])
      return price * gas.reduce((sum, each) => sum + each, 0n)
    },
    retry: false,
    staleTime: 60_000,
  })
  const { data } = useQuery(ratesQuery)
  if (wei === undefined) return isError ? t('approvals.costUnknown') : '…'
  const rate = data?.rates.find((one) => one.chainId === chainId && one.token === ZERO_ADDRESS)
  const worth = data && rate ? ` ${worthText(wei, COIN_DECIMALS, rate, { currency: data.currency, intl })}` : ''
  const cost = `${formatUnits(wei, COIN_DECIMALS, SHOWN_DECIMALS, 'half')} ${symbol}${worth}`
  return <span className="num">{t('approvals.about', { cost })}</span>
}

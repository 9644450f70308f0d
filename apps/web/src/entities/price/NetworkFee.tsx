import { formatUnits, ZERO_ADDRESS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { queryClient } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { useNetwork } from '../../lib/site.ts'
import { ratesQuery } from './rates-query.ts'
import { worthText } from './worth-text.ts'
import './network-fee.css'

/** Gas of each act, rounded up from docs/gas.md, or of a plain token. The wallet estimates the call itself. */
const GAS = {
  buy: 125_000n,
  accept: 150_000n,
  cancel: 50_000n,
  settle: 190_000n,
  wrap: 50_000n,
  unwrap: 45_000n,
  approve: 50_000n,
  transfer: 70_000n,
  burn: 60_000n,
  /** The payment alone: the market sends the draw. */
  openBox: 95_000n,
  takeMoney: 60_000n,
} as const
export type GasAct = keyof typeof GAS

const COIN_DECIMALS = 18
const SHOWN_DECIMALS = 6

type Props = { act: GasAct; chainId: number }

/**
 * "Network fee, about 0.000125 ETH ≈ $0.39", by the present gas price. Without figures until that is read, and while the wallet is on
 * another network than the act.
 */
function NetworkFee({ act, chainId }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { gasPrice, chainId: present } = useSession()
  const symbol = useNetwork(chainId)?.symbol
  const { data } = useQuery(ratesQuery, queryClient)
  if (gasPrice === undefined || symbol === undefined || present !== chainId) return t('trade.networkFee')
  const wei = GAS[act] * gasPrice
  const rate = data?.rates.find((one) => one.chainId === chainId && one.token === ZERO_ADDRESS)
  const worth = data && rate ? worthText(wei, COIN_DECIMALS, rate, { currency: data.currency, intl }) : ''
  const fee = `${formatUnits(wei, COIN_DECIMALS, SHOWN_DECIMALS, 'half')} ${symbol}`
  return <span className="num network-fee">{t('trade.networkFeeOf', { fee: worth === '' ? fee : `${fee} ${worth}` })}</span>
}

/** The aside of a step that sends a transaction. */
export const networkFee = (act: GasAct, chainId: number) => <NetworkFee act={act} chainId={chainId} />

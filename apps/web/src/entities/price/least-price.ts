import type { PayToken } from '@plinth/api'
import { leastUnitPrice, moneyOf } from '@plinth/protocol'
import { exactText } from './amounts.ts'

/** Of one, in base units: what the exchange pays in this token at least. */
export const leastPriceOf = ({ address }: Pick<PayToken, 'address'>): bigint => leastUnitPrice(moneyOf(address))

/** "0.000002 PUSD"; nothing while no token is known. */
export const leastText = (token: Pick<PayToken, 'address' | 'decimals' | 'symbol'> | undefined): string =>
  token ? exactText(leastPriceOf(token), token) : ''

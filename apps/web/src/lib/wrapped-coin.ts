import type { PayToken } from '@plinth/api'

const COIN_DECIMALS = 18

/** The chain's coin as a token, one for one: known by the name that all of them have. */
export const isWrappedCoin = ({ symbol, decimals }: Pick<PayToken, 'symbol' | 'decimals'>, coin: string): boolean =>
  coin !== '' && symbol === `W${coin}` && decimals === COIN_DECIMALS

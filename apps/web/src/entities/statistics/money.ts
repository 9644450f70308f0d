import type { PayToken } from '@plinth/api'
import { type Address, shortAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { payTokensQuery, useConfig } from '../../lib/site.ts'

/** What amounts of a money are written with. */
export type MoneyOf = { chainId: number; address: Address; symbol: string; decimals: number }

const COIN_DECIMALS = 18

/** The moneys of a chain; the zero address is its coin, wrapped or not. A pay token that is listed no more keeps its amounts. */
export function useMoneys(chainId: number): (address: Address) => MoneyOf | undefined {
  const { networks } = useConfig()
  const { data: tokens } = useQuery(payTokensQuery(chainId))
  return (address) => moneyOf(address, { chainId, symbol: networks.find((one) => one.chainId === chainId)?.symbol ?? '', tokens })
}

function moneyOf(
  address: Address,
  { chainId, symbol, tokens }: { chainId: number; symbol: string; tokens: readonly PayToken[] | undefined },
): MoneyOf | undefined {
  if (address === ZERO_ADDRESS) return { chainId, address, symbol, decimals: COIN_DECIMALS }
  const token = tokens?.find((one) => one.address === address && one.chainId === chainId)
  if (token) return { chainId, address, symbol: token.symbol, decimals: token.decimals }
  return tokens && { chainId, address, symbol: shortAddress(address), decimals: 0 }
}

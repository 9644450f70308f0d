import type { Floor } from '@plinth/api'
import { formatUnits, ZERO_ADDRESS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { priceText } from '../../lib/numbers.ts'
import { payTokensQuery, useNetwork, usePaid } from '../../lib/site.ts'

const COIN_DECIMALS = 18

export type AnyFloor = Pick<Floor, 'money' | 'payToken' | 'unitPrice'>

/** "0.38 ETH", fee included: the floor in the coin where there is one, or else in the first other money. */
export function useFloorText(chainId: number): (floors: readonly AnyFloor[]) => string | undefined {
  const coin = useNetwork(chainId)?.symbol ?? ''
  const paid = usePaid(chainId)
  const { data: tokens } = useQuery(payTokensQuery(chainId))
  return (floors) => {
    const floor = floors.find(({ money }) => money === ZERO_ADDRESS) ?? floors[0]
    if (!floor) return undefined
    if (floor.money === ZERO_ADDRESS) return `${priceText(formatUnits(paid(floor.unitPrice), COIN_DECIMALS))} ${coin}`
    const token = tokens?.find(({ address }) => address === floor.payToken)
    return token && `${priceText(formatUnits(paid(floor.unitPrice), token.decimals))} ${token.symbol}`
  }
}

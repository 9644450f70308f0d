import { cancelManyCall } from '@plinth/sdk'
import { useQuery } from '@tanstack/react-query'
import { CallCost } from '../../../entities/price/CallCost.tsx'
import { chainConfigQuery } from '../../../lib/site.ts'

/** The cost of ending sales of a chain, before the wallet opens (BULK-07). */
export function EndCost({ chainId, salts }: { chainId: number; salts: readonly bigint[] }) {
  const { data } = useQuery(chainConfigQuery(chainId))
  return data ? <CallCost chainId={chainId} calls={[cancelManyCall(chainId, data.contract.exchange, salts)]} /> : '…'
}

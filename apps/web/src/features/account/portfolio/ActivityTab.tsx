import { type Address, ALL_CHAINS } from '@plinth/protocol'
import { Activity } from '../../../entities/activity/Activity.tsx'

/** What the account traded, listed and asked for. */
export function ActivityTab({ me, chainId }: { me: Address | undefined; chainId: number }) {
  if (!me) return null
  return <Activity of={chainId === ALL_CHAINS ? { account: me } : { account: me, chainId }} />
}

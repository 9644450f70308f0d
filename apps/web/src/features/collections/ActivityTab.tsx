import { Activity } from '../../entities/activity/Activity.tsx'
import type { Shown } from './shown.ts'

/** What happened in the collection. */
export const ActivityTab = ({ collection: { chainId }, address }: Shown) => <Activity of={{ collection: address, chainId }} />

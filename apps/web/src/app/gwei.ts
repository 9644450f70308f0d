import { formatUnits } from '@plinth/protocol'

const GWEI_DECIMALS = 9

/** "11", "0.05": two digits after the point are enough. */
export function gweiText(wei: bigint): string {
  return formatUnits(wei, GWEI_DECIMALS, 2, 'half')
}

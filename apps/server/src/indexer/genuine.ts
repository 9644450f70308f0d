import { type Address, isOurCollectionCode } from '@plinth/protocol'
import type { Chain } from '../chain/chain.ts'
import { CREATE_TOPICS } from './handlers/index.ts'
import type { RawLog } from './scope.ts'

/** Which of the addresses that say "a collection begins" run our code. */
export async function genuineOf(chain: Chain, logs: readonly RawLog[]): Promise<Set<Address>> {
  const claimants = new Map(
    logs.filter((log) => log.topics[0] && CREATE_TOPICS.includes(log.topics[0])).map((log) => [log.address, log.blockNumber]),
  )
  const genuine = new Set<Address>()
  for (const [address, blockNumber] of claimants) {
    const code = await chain.client.getCode({ address, blockNumber: BigInt(blockNumber) })
    if (code && isOurCollectionCode(code, [chain.config.contracts.collection721Implementation])) genuine.add(address)
  }
  return genuine
}

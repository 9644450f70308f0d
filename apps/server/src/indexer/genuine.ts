import { type Address, isOurCollectionCode, toAddress } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { decodeEventLog, toEventSelector } from 'viem'
import type { Chain } from '../chain/chain.ts'
import type { RawLog } from './scope.ts'

export const CREATE_EVENT = collection721Abi.find((entry) => entry.type === 'event' && entry.name === 'CreateERC721')
const CREATE_TOPIC = toEventSelector('CreateERC721(address,address,string,string)')

/** Which of the addresses that say "a collection begins" run our code and name our signer: only their logs are trusted. */
export async function genuineOf(chain: Chain, minter: Address, logs: readonly RawLog[]): Promise<Set<Address>> {
  const claims = logs.filter((log) => log.topics[0] === CREATE_TOPIC && signerOf(log) === minter)
  const genuine = new Set<Address>()
  for (const { address, blockNumber } of claims) {
    const code = await chain.client.getCode({ address, blockNumber: BigInt(blockNumber) })
    if (code && isOurCollectionCode(code, [chain.config.contracts.collection721Implementation])) genuine.add(address)
  }
  return genuine
}

function signerOf(log: RawLog): Address | undefined {
  const [first, ...rest] = log.topics
  try {
    const { args } = decodeEventLog({
      abi: collection721Abi,
      eventName: 'CreateERC721',
      data: log.data,
      topics: first ? [first, ...rest] : [],
    })
    return toAddress(args.signer)
  } catch {
    return undefined
  }
}

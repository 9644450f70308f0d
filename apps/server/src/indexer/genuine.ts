import { type Address, isOurCollectionCode, toAddress } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { decodeEventLog, slice, toEventSelector } from 'viem'
import type { Chain } from '../chain/chain.ts'
import type { RawLog } from './scope.ts'

const CREATE_TOPIC = toEventSelector('CreateERC721(address,address,string,string)')
const MADE_TOPIC = toEventSelector('CollectionCreated(address)')

/** What the factory says it made. Code alone proves nothing: who deploys a clone's code himself writes its storage and logs first. */
export function madeBy(factory: Address, logs: readonly RawLog[]): Set<Address> {
  return new Set(
    logs.flatMap(({ address, topics: [topic, made] }) =>
      address === factory && topic === MADE_TOPIC && made ? [toAddress(slice(made, 12))] : [],
    ),
  )
}

/** Which collections begin here that the factory made, that run our code and name our signer: only their logs are trusted. */
export async function genuineOf(chain: Chain, minter: Address, logs: readonly RawLog[]): Promise<Set<Address>> {
  const { collectionFactory, collection721Implementation } = chain.config.contracts
  const made = madeBy(collectionFactory, logs)
  const claims = logs.filter((log) => made.has(log.address) && log.topics[0] === CREATE_TOPIC && signerOf(log) === minter)
  const genuine = new Set<Address>()
  for (const { address, blockNumber } of claims) {
    const code = await chain.client.getCode({ address, blockNumber: BigInt(blockNumber) })
    if (code && isOurCollectionCode(code, [collection721Implementation])) genuine.add(address)
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

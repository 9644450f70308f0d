import { type Address, isOurCollectionCode, TOKEN_STANDARD, type TokenStandard, toAddress } from '@plinth/protocol'
import { collection721Abi, collection1155Abi } from '@plinth/protocol/abi'
import { decodeEventLog, type Hex, slice, toEventSelector } from 'viem'
import type { Chain } from '../chain/chain.ts'
import { everyOne } from '../chain/editions.ts'
import type { RawLog } from '../state/chain/raw-log.ts'

const MADE_TOPIC = toEventSelector('CollectionCreated(address)')
const STANDARDS = new Map<Hex | undefined, TokenStandard>([
  [toEventSelector('CreateERC721(address,address,string,string)'), TOKEN_STANDARD.ERC721],
  [toEventSelector('CreateERC1155(address,address,string,string)'), TOKEN_STANDARD.ERC1155],
])

/**
 * Collections that a factory of the market says it made. Code alone proves nothing: an account that deploys the same code itself
 * can write storage and logs first.
 */
export function madeBy(factories: readonly Address[], logs: readonly RawLog[]): Set<Address> {
  return new Set(
    logs.flatMap(({ address, topics: [topic, made] }) =>
      factories.includes(address) && topic === MADE_TOPIC && made ? [toAddress(slice(made, 12))] : [],
    ),
  )
}

/**
 * Collections of the factory that begin here, run our code for the standard they claim and name one of our signers, also a former
 * one: only their logs are trusted.
 */
export async function findTrustedClones(
  chain: Chain,
  mintSigners: readonly Address[],
  logs: readonly RawLog[],
): Promise<Map<Address, TokenStandard>> {
  const { contracts } = chain.config
  const made = madeBy(everyOne(contracts, 'collectionFactory'), logs)
  const trustedClones = new Map<Address, TokenStandard>()
  for (const log of logs) {
    const standard = STANDARDS.get(log.topics[0])
    if (standard === undefined || !made.has(log.address)) continue
    const signer = signerOf(log, standard)
    if (!signer || !mintSigners.includes(signer)) continue
    const code = await chain.client.getCode({ address: log.address, blockNumber: BigInt(log.blockNumber) })
    const ours = standard === TOKEN_STANDARD.ERC1155 ? 'collection1155Implementation' : 'collection721Implementation'
    if (code && isOurCollectionCode(code, everyOne(contracts, ours))) trustedClones.set(log.address, standard)
  }
  return trustedClones
}

function signerOf({ topics, data }: RawLog, standard: TokenStandard): Address | undefined {
  const [first, ...rest] = topics
  const log = { data, topics: first ? ([first, ...rest] as [Hex, ...Hex[]]) : ([] as []) }
  try {
    const { args } =
      standard === TOKEN_STANDARD.ERC1155
        ? decodeEventLog({ abi: collection1155Abi, eventName: 'CreateERC1155', ...log })
        : decodeEventLog({ abi: collection721Abi, eventName: 'CreateERC721', ...log })
    return toAddress(args.signer)
  } catch {
    return undefined
  }
}

import type { Address } from '@plinth/protocol'
import { collection721Abi, collection1155Abi } from '@plinth/protocol/abi'
import { concat, encodeAbiParameters, type Hex, numberToHex, pad, size, slice, toEventSelector } from 'viem'
import type { SimLog } from './logs.ts'

type About = { readonly address: Address; readonly from: Address; readonly to: Address; readonly tokenId: bigint }

const word = (value: bigint): Hex => numberToHex(value, { size: 32 })
const words = (...values: readonly bigint[]): Hex => concat(values.map(word))
const selectors = [...collection721Abi, ...collection1155Abi].flatMap((entry) =>
  entry.type === 'event' && entry.inputs.length > 0 ? [toEventSelector(entry)] : [],
)
const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const SINGLE = toEventSelector('TransferSingle(address,address,address,uint256,uint256)')
const BATCH = toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])')
const APPROVAL = toEventSelector('ApprovalForAll(address,address,bool)')
const FEES = toEventSelector('SecondarySaleFees(uint256,address[],uint256[])')
const OWNER = toEventSelector('OwnershipTransferred(address,address)')
const URI = toEventSelector('URI(string,uint256)')
const UPDATE = toEventSelector('BatchMetadataUpdate(uint256,uint256)')

/** No list of the ABI is so long, and no place in it so far. */
const ENDLESS = [2n ** 256n - 1n, 2n ** 255n, 2n ** 64n - 32n, 2n ** 53n, 2n ** 32n]

const lists = (ids: readonly bigint[], values: readonly bigint[]): Hex =>
  encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [ids, values])

const moved = ({ from, to }: About): Hex[] => [pad(from), pad(from), pad(to)]

function batch(about: About, data: Hex): SimLog {
  return { address: about.address, topics: [BATCH, ...moved(about)], data }
}

/** Logs of events that collections have, in shapes that those events do not have. */
export const UNREADABLE: readonly ((about: About) => SimLog)[] = [
  ...selectors.map(
    (selector) =>
      ({ address }: About) =>
        ({ address, topics: [selector], data: '0x' }) as const,
  ),
  // Two topics; and as ERC-20 has it, where the amount is no topic.
  ({ address, from }) => ({ address, topics: [TRANSFER, pad(from)], data: '0x' }),
  ({ address, from, to, tokenId }) => ({ address, topics: [TRANSFER, pad(from), pad(to)], data: word(tokenId) }),
  // Nothing indexed, as the first collections had it.
  ({ address, from, to, tokenId }) => ({ address, topics: [TRANSFER], data: concat([pad(from), pad(to), word(tokenId)]) }),
  ...[0, 1, 31, 32, 33, 63].map(
    (bytes) => (about: About) =>
      ({
        address: about.address,
        topics: [SINGLE, ...moved(about)],
        data: bytes ? slice(words(about.tokenId, 1n), 0, bytes) : '0x',
      }) as const,
  ),
  ({ address, from, to, tokenId }) => ({ address, topics: [SINGLE, pad(from), pad(to)], data: words(tokenId, 1n) }),
  ({ address, from, to, tokenId }) => ({ address, topics: [SINGLE], data: concat([pad(from), pad(from), pad(to), words(tokenId, 1n)]) }),
  (about) => batch(about, lists([about.tokenId, about.tokenId], [1n])),
  (about) => batch(about, lists([about.tokenId], [1n, 1n])),
  (about) => batch(about, lists([about.tokenId], [])),
  (about) => batch(about, lists([], [1n])),
  (about) => batch(about, shortened(lists([about.tokenId], [1n]))),
  ...ENDLESS.flatMap((endless) => [
    (about: About) => batch(about, words(64n, 128n, endless, about.tokenId, 1n, 1n)),
    (about: About) => batch(about, words(64n, 128n, 1n, about.tokenId, endless, 1n)),
    (about: About) => batch(about, words(endless, 128n, 1n, about.tokenId, 1n, 1n)),
    ({ address, tokenId }: About) => ({ address, topics: [FEES], data: words(tokenId, 96n, 160n, endless, 1n, 1n) }),
    ({ address, tokenId }: About) => ({ address, topics: [URI, word(tokenId)], data: words(32n, endless) }),
    ({ address, tokenId }: About) => ({ address, topics: [URI, word(tokenId)], data: words(endless, 1n) }),
  ]),
  ({ address, from, to }) => ({ address, topics: [APPROVAL, pad(from), pad(to)], data: word(2n) }),
  ({ address, from, to }) => ({ address, topics: [APPROVAL, pad(from), pad(to)], data: '0x01' }),
  ({ address, from }) => ({ address, topics: [APPROVAL, pad(from)], data: word(1n) }),
  ({ address, from, to }) => ({ address, topics: [OWNER], data: concat([pad(from), pad(to)]) }),
  ({ address }) => ({ address, topics: [UPDATE], data: word(1n) }),
]

function shortened(data: Hex): Hex {
  return slice(data, 0, size(data) - 1)
}

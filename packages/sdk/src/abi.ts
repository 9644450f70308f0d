import { TOKEN_STANDARD } from '@plinth/protocol'
import {
  auctionExchangeAbi,
  blindBoxAbi,
  collection721Abi,
  collection1155Abi,
  collectionFactoryAbi,
  dollarTokenAbi,
  exchangeAbi,
  manyTransfersAbi,
  transferProxyAbi,
  wrappedCoinAbi,
} from '@plinth/protocol/abi'
import type { Abi } from 'viem'

/** Only the errors of a contract that ours calls: its reverts pass through and need decoding. */
const errorsOf = (abi: Abi): Abi => abi.filter(({ type }) => type === 'error')

const MOVED: Abi = [...errorsOf(transferProxyAbi), ...errorsOf(collection721Abi), ...errorsOf(collection1155Abi)]

export const EXCHANGE_ABI: Abi = [...exchangeAbi, ...MOVED, ...errorsOf(dollarTokenAbi), ...errorsOf(wrappedCoinAbi)]
export const AUCTION_ABI: Abi = [...auctionExchangeAbi, ...MOVED, ...errorsOf(dollarTokenAbi), ...errorsOf(wrappedCoinAbi)]
export const BOX_ABI: Abi = [...blindBoxAbi, ...MOVED, ...errorsOf(dollarTokenAbi), ...errorsOf(wrappedCoinAbi)]
export const TRANSFERS_ABI: Abi = [...manyTransfersAbi, ...MOVED]
export const FACTORY_ABI: Abi = [...collectionFactoryAbi, ...errorsOf(collection721Abi), ...errorsOf(collection1155Abi)]
/** What every pay token has. */
export const TOKEN_ABI: Abi = wrappedCoinAbi
/** `approve` without its return value, which old tokens don't give; the allowance itself shows its effect. */
export const ALLOWANCE_ABI: Abi = TOKEN_ABI.map((part) =>
  part.type === 'function' && part.name === 'approve' ? { ...part, outputs: [] } : part,
)

/** Of either standard; approvals are the same in both. */
export const collectionAbiOf = (standard: number): Abi => (standard === TOKEN_STANDARD.ERC1155 ? collection1155Abi : collection721Abi)
export const COLLECTION_ABI: Abi = collection721Abi

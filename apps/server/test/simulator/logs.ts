import { type Address, TOKEN_STANDARD, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import {
  auctionExchangeAbi,
  blindBoxAbi,
  collection721Abi,
  collection1155Abi,
  collectionFactoryAbi,
  dollarTokenAbi,
  exchangeAbi,
} from '@plinth/protocol/abi'
import { type Abi, encodeAbiParameters, encodeEventTopics, type Hex } from 'viem'
import { CONTRACTS, DOLLAR, type Moved, type SimCollection } from './ledger.ts'

/** A log as a transaction emits it. */
export type SimLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }
type Args = Readonly<Record<string, unknown>>

function encodeLog(address: Address, abi: Abi, eventName: string, args: Args): SimLog {
  const event = abi.find((entry) => entry.type === 'event' && entry.name === eventName)
  if (event?.type !== 'event') throw new Error(`No event ${eventName}`)
  const inData = event.inputs.filter((input) => !input.indexed)
  const topics = encodeEventTopics({ abi, eventName, args }) as Hex[]
  const data = encodeAbiParameters(
    inData,
    inData.map((input) => args[input.name ?? '']),
  )
  return { address, topics, data }
}

export function moveLog({ address, standard }: SimCollection, { from, to, tokenId, quantity }: Moved): SimLog {
  if (standard === TOKEN_STANDARD.ERC721) return encodeLog(address, collection721Abi, 'Transfer', { from, to, tokenId })
  return encodeLog(address, collection1155Abi, 'TransferSingle', { operator: from, from, to, id: tokenId, value: quantity })
}

export function batchLog(
  { address }: SimCollection,
  from: Address,
  to: Address,
  parts: readonly { tokenId: bigint; quantity: bigint }[],
): SimLog {
  const ids = parts.map(({ tokenId }) => tokenId)
  const values = parts.map(({ quantity }) => quantity)
  return encodeLog(address, collection1155Abi, 'TransferBatch', { operator: from, from, to, ids, values })
}

export function approvalLog({ address, standard }: SimCollection, owner: Address, operator: Address, approved: boolean): SimLog {
  return standard === TOKEN_STANDARD.ERC721
    ? encodeLog(address, collection721Abi, 'ApprovalForAll', { owner, operator, approved })
    : encodeLog(address, collection1155Abi, 'ApprovalForAll', { account: owner, operator, approved })
}

/** Of the events both standards have in common. */
export function collectionLog({ address }: Pick<SimCollection, 'address'>, eventName: string, args: Args): SimLog {
  return encodeLog(address, collection721Abi, eventName, args)
}

export function createdLog({ address, standard }: SimCollection, creator: Address, signer: Address, name: string): SimLog {
  const is721 = standard === TOKEN_STANDARD.ERC721
  const args = { creator, signer, name, symbol: name.slice(0, 3) }
  return encodeLog(address, is721 ? collection721Abi : collection1155Abi, is721 ? 'CreateERC721' : 'CreateERC1155', args)
}

export function madeLog(collection: Address): SimLog {
  return encodeLog(CONTRACTS.collectionFactory, collectionFactoryAbi, 'CollectionCreated', { collection })
}

export function exchangeLog(eventName: 'Buy' | 'Cancel' | 'CancelMany' | 'EverythingEnded', args: Args): SimLog {
  return encodeLog(CONTRACTS.exchange, exchangeAbi, eventName, args)
}

export function auctionLog(
  eventName: 'Auction' | 'Cancel' | 'Dividends' | 'DividendRefused' | 'BidsVoided' | 'EverythingEnded',
  args: Args,
): SimLog {
  return encodeLog(CONTRACTS.auctionExchange, auctionExchangeAbi, eventName, args)
}

export function boxLog(eventName: string, args: Args): SimLog {
  return encodeLog(CONTRACTS.blindBox, blindBoxAbi, eventName, args)
}

export function moneyLog(eventName: 'Transfer' | 'Approval', args: Args): SimLog {
  return encodeLog(DOLLAR, dollarTokenAbi, eventName, args)
}

/** Logs of unknown contracts: an ordinary transfer, and one without topics. */
export function strangeLogs(at: Hex): SimLog[] {
  const address = toAddress(`0x${at.slice(2, 42)}`)
  return [
    encodeLog(address, dollarTokenAbi, 'Transfer', { from: ZERO_ADDRESS, to: address, value: 5n }),
    { address, topics: [], data: '0x01' },
  ]
}

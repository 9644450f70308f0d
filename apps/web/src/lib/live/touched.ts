import type { LiveEvent } from '@plinth/api'
import type { Query } from '@tanstack/react-query'

/** An event that names an item. */
type ItemEvent = Extract<LiveEvent, { topic: 'item' | 'order' | 'auction' }>

type Input = {
  chainId?: number
  collection?: string
  tokenId?: bigint
  address?: string
  owner?: string
  boxId?: bigint
  onlyOnSale?: boolean
  chains?: readonly number[]
  collections?: readonly { chainId: number; address: string }[]
  lines?: readonly { chainId: number; collection: string; tokenId: bigint }[]
}
type Rule = (input: Input, event: LiveEvent) => boolean

export const isTrade = (event: LiveEvent): event is ItemEvent =>
  event.topic === 'item' || event.topic === 'order' || event.topic === 'auction'
const onChain = ({ chainId = -1 }: Input, event: { chainId: number }): boolean => chainId < 0 || chainId === event.chainId

const ofItem: Rule = (input, event) =>
  isTrade(event) && onChain(input, event) && input.collection === event.collection && input.tokenId === event.tokenId
const ofLines: Rule = ({ lines = [] }, event) => lines.some((line) => ofItem(line, event))
const ofOwner: Rule = (input, event) => event.topic === 'auction' && onChain(input, event) && input.owner === event.owner
const ofAuctions: Rule = (input, event) => event.topic === 'auction' && onChain(input, event)
const ofMarket: Rule = (input, event) => event.topic === 'order' && onChain(input, event)
const ofSeller: Rule = (input, event) => event.topic === 'order' && onChain(input, event) && input.address === event.maker
/** Holder and maker are not given, so any account may be affected. */
const ofHolder: Rule = (input, event) => event.topic === 'item' && onChain(input, event)
const ofCollection: Rule = (input, event) => {
  if (event.topic === 'collection') return onChain(input, event) && [input.collection, input.address].includes(event.address)
  if (!isTrade(event) || !onChain(input, event) || input.collection !== event.collection) return false
  return input.onlyOnSale ? event.topic === 'order' : true
}
const ofExplore: Rule = ({ chains = [], collections = [] }, event) =>
  isTrade(event) &&
  (chains.length === 0 || chains.includes(event.chainId)) &&
  (collections.length === 0 || collections.some(({ chainId, address }) => chainId === event.chainId && address === event.collection))
const ofBoxes: Rule = (input, event) => event.topic === 'box' && onChain(input, event)
const ofBox: Rule = (input, event) => event.topic === 'box' && input.boxId === event.boxId
const ofTrades: Rule = (input, event) => isTrade(event) && onChain(input, event)
const ofReader: Rule = (_, event) => event.topic === 'notice'
const ofContract: Rule = (input, event) => event.topic === 'collection' && onChain(input, event) && input.collection === event.address
const ofCreator: Rule = (input, event) => event.topic === 'collection' && onChain(input, event)

/**
 * Which reads an event may have changed. The records themselves (nft.detail, rows of lists) are not here: they are fetched once
 * and updated in place.
 */
export const TOUCHED_BY: Readonly<Record<string, Rule>> = {
  'nft.detail': () => false,
  'nft.history': ofItem,
  'nft.owners': ofItem,
  'auction.get': ofItem,
  'auction.bids': ofItem,
  'auction.list': (input, event) => ofItem(input, event) || (input.collection === undefined && ofOwner(input, event)),
  'auction.newlist': ofAuctions,
  // An event names the owner alone, and any account may have bid.
  'viewer.auctions': (_, event) => event.topic === 'auction',
  'blind.box.list': ofBoxes,
  'blind.box.detail': ofBox,
  'blind.box.nfts': ofBox,
  'blind.box.history': ofBox,
  'blind.box.kept': ofBox,
  // On all chains; an event names the series, not its owner.
  'blind.owner.draws': ofBoxes,
  'home.list': ofMarket,
  'explore.items': ofExplore,
  'cart.check': ofLines,
  'sweep.candidates': ofExplore,
  'user.onsales': ofSeller,
  'user.collections': ofHolder,
  'user.created': ofHolder,
  'user.like': () => false,
  'user.stat': ofTrades,
  'user.listcontract': ofCreator,
  'contract.info': ofContract,
  'contract.stat': ofCollection,
  'contract.listitems': ofCollection,
  'v1.collectionItems': ofCollection,
  'v1.accountItems': ofHolder,
  // Its floor follows a dry run, some time after the listing.
  'statistics.collection': (input, event) => ofCollection(input, event) || ofContract(input, event),
  'statistics.holders': ofCollection,
  'statistics.attributes': ofCollection,
  'statistics.depth': ofCollection,
  'statistics.chart': ofCollection,
  'statistics.sales': ofCollection,
  'statistics.activity': ofCollection,
  'offer.list': ofCollection,
  'offer.forItem': ofCollection,
  'offer.inbox': ofTrades,
  'offer.mine': ofMarket,
  'portfolio.summary': ofTrades,
  'portfolio.collections': ofTrades,
  'portfolio.items': ofTrades,
  'portfolio.listings': ofTrades,
  // A change reaches seller and buyer as a notice, and the item's state as its event.
  'privateSale.forItem': (input, event) => ofReader(input, event) || ofItem(input, event),
  'privateSale.mine': ofReader,
  'notices.count': ofReader,
  'notices.list': ofReader,
}

export function isOf([name, input]: readonly unknown[], event: LiveEvent): boolean {
  return TOUCHED_BY[String(name)]?.((input ?? {}) as Input, event) ?? false
}

/** Lists grow while they are read: only new rows are fetched, and the list is never fetched over. */
export const isList = ({ queryKey: [name], meta }: Query): boolean => typeof meta?.firstPage === 'function' && String(name) in TOUCHED_BY

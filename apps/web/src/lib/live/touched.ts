import type { LiveEvent } from '@plinth/api'
import type { Query } from '@tanstack/react-query'

type Input = {
  chainId?: number
  collection?: string
  tokenId?: bigint
  address?: string
  owner?: string
  boxId?: bigint
  onlyOnSale?: boolean
  page?: number
}
type ItemEvent = Extract<LiveEvent, { topic: 'item' | 'order' | 'auction' }>
type Rule = (input: Input, news: LiveEvent) => boolean

const isTrade = (news: LiveEvent): news is ItemEvent => news.topic === 'item' || news.topic === 'order' || news.topic === 'auction'
const onChain = ({ chainId = -1 }: Input, news: { chainId: number }): boolean => chainId < 0 || chainId === news.chainId

const ofItem: Rule = (input, news) =>
  isTrade(news) && onChain(input, news) && input.collection === news.collection && input.tokenId === news.tokenId
const ofAuctions: Rule = (input, news) => news.topic === 'auction' && onChain(input, news)
const ofMarket: Rule = (input, news) => news.topic === 'order' && onChain(input, news)
const ofSeller: Rule = (input, news) => news.topic === 'order' && onChain(input, news) && input.address === news.maker
/** Holder and maker are not given, so any account may be affected. */
const ofHolder: Rule = (input, news) => news.topic === 'item' && onChain(input, news)
const ofCollection: Rule = (input, news) => {
  if (news.topic === 'collection') return onChain(input, news) && [input.collection, input.address].includes(news.address)
  if (!isTrade(news) || !onChain(input, news) || input.collection !== news.collection) return false
  return input.onlyOnSale ? news.topic === 'order' : true
}
const ofBoxes: Rule = (input, news) => news.topic === 'box' && onChain(input, news)
const ofBox: Rule = (input, news) => news.topic === 'box' && input.boxId === news.boxId
const ofReader: Rule = (_, news) => news.topic === 'notice'
const ofCreator: Rule = (input, news) => news.topic === 'collection' && onChain(input, news)

/**
 * Which reads an event may have changed. The records themselves (nft.detail, cards in lists) are not here: they are fetched once
 * and updated in place.
 */
export const TOUCHED_BY: Readonly<Record<string, Rule>> = {
  'nft.detail': () => false,
  'nft.history': ofItem,
  'nft.owners': ofItem,
  'auction.get': ofItem,
  'auction.bids': ofItem,
  'auction.list': ofItem,
  'auction.newlist': ofAuctions,
  'blind.box.list': ofBoxes,
  'blind.box.detail': ofBox,
  'blind.box.nfts': ofBox,
  'blind.box.history': ofBox,
  'blind.box.kept': ofBox,
  'home.list': ofMarket,
  'user.onsales': ofSeller,
  'user.collections': ofHolder,
  'user.created': ofHolder,
  'user.like': () => false,
  'user.stat': (input, news) => isTrade(news) && onChain(input, news),
  'user.listcontract': ofCreator,
  'contract.info': (input, news) => news.topic === 'collection' && onChain(input, news) && input.collection === news.address,
  'contract.stat': ofCollection,
  'contract.listitems': ofCollection,
  'notices.count': ofReader,
  'notices.list': ofReader,
}

export function isOf([name, input]: readonly unknown[], news: LiveEvent): boolean {
  return TOUCHED_BY[String(name)]?.((input ?? {}) as Input, news) ?? false
}

/** Lists grow while they are read: only new rows are fetched, and the list is never fetched over. */
export const isList = ({ queryKey: [name, input], meta }: Query): boolean =>
  typeof meta?.firstPage === 'function' && String(name) in TOUCHED_BY && (input as Input | undefined)?.page !== undefined

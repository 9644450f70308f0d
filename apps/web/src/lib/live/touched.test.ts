import { toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { isOf } from './touched.ts'

const collection = toAddress(`0x${'c0'.repeat(20)}`)
const maker = toAddress(`0x${'a1'.repeat(20)}`)
const order = { topic: 'order', chainId: 31_338, orderId: 5n, collection, tokenId: 7n, maker } as const
const checked = { topic: 'collection', chainId: 31_338, address: collection } as const
const item = { topic: 'item', chainId: 31_338, collection, tokenId: 7n } as const

describe('queries that an event affects', () => {
  it.each([
    ['the market of all networks', ['home.list', { page: 1, chainId: -1 }], order, true],
    ['the market of its network', ['home.list', { page: 1, chainId: 31_338 }], order, true],
    ['not the market of another', ['home.list', { page: 1, chainId: 31_337 }], order, false],
    ['explore without filters', ['explore.items', { limit: 60 }], item, true],
    [
      'explore of its network and collection',
      ['explore.items', { chains: [31_338], collections: [{ chainId: 31_338, address: collection }] }],
      order,
      true,
    ],
    ['not explore of another network', ['explore.items', { chains: [31_337] }], order, false],
    ['not explore of another collection', ['explore.items', { collections: [{ chainId: 31_338, address: maker }] }], order, false],
    ['the history of the item', ['nft.history', { collection, tokenId: 7n, chainId: undefined }], item, true],
    ['not the history of its neighbour', ['nft.history', { collection, tokenId: 8n, chainId: 31_338 }], item, false],
    ['the seller’s sales', ['user.onsales', { page: 1, address: maker, chainId: -1 }], order, true],
    ['not somebody else’s sales', ['user.onsales', { page: 1, address: collection, chainId: -1 }], order, false],
    ['the items of the collection', ['contract.listitems', { page: 1, collection, chainId: 31_338 }], item, true],
    ['the figures of a collection whose floor was checked', ['statistics.collection', { collection, chainId: 31_338 }], checked, true],
    ['not those of another', ['statistics.collection', { collection: maker, chainId: 31_338 }], checked, false],
    ['not the reader’s notices', ['notices.count', {}], order, false],
    ['the reader’s notices', ['notices.count', {}], { topic: 'notice', unread: 1 } as const, true],
    [
      'nothing by a new block',
      ['home.list', { page: 1, chainId: -1 }],
      { topic: 'head', chainId: 31_338, number: 1, timestamp: 1 } as const,
      false,
    ],
  ])('%s', (_, key, event, expected) => expect(isOf(key as readonly unknown[], event)).toBe(expected))
})

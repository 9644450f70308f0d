import type { Collection } from '@plinth/api'
import { type Address, TOKEN_STANDARD, ZERO_ADDRESS } from '@plinth/protocol'
import { collection721Abi, collection1155Abi } from '@plinth/protocol/abi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestMarket } from '../../../test/market/market.ts'
import { bytes } from '../../db/database.ts'

const isThere = (found: Collection | object): found is Collection => 'address' in found

describe('whether the metadata of a collection can change', () => {
  let market: TestMarket
  beforeAll(async () => {
    market = await TestMarket.open()
  })
  afterAll(() => market.close())

  const stateOf = async (collection: Address) => {
    const found = await (await market.session('bob')).api.contract.info({ collection, chainId: market.chainId })
    if (!isThere(found)) throw new Error('The collection is not there')
    return found.metadataState
  }
  const write = async (
    address: Address,
    functionName: 'freezeTokenURIPrefix' | 'setTokenURIPrefix' | 'renounceOwnership',
    args: string[] = [],
  ) => {
    // viem ties arguments to one function; this is called with any of three.
    const call = { address, abi: collection721Abi, functionName, args } as never
    await market.mined(await market.wallet('alice').writeContract(call))
    await market.sync()
  }

  it('[F-14] is the owner’s to decide at first, for collection and item', async () => {
    const collection = await market.collection('alice', 'Open', 'OPN')
    const item = await market.mint('alice', { collection })
    expect(await stateOf(collection)).toBe('changeable')
    expect((await market.detail(item)).metadataState).toBe('changeable')
  })

  it.each([
    ['ERC721', TOKEN_STANDARD.ERC721],
    ['ERC1155', TOKEN_STANDARD.ERC1155],
  ] as const)('[F-14] is frozen once the owner has frozen the prefix of an %s', async (name, standard) => {
    const collection = await market.collection('alice', `Frozen ${name}`, 'FRZ', standard)
    await write(collection, 'freezeTokenURIPrefix')
    expect(await stateOf(collection)).toBe('frozen')
    const abi = standard === TOKEN_STANDARD.ERC1155 ? collection1155Abi : collection721Abi
    const refused = market
      .wallet('alice')
      // viem can’t type a call by one of two ABIs.
      .writeContract({ address: collection, abi, functionName: 'setTokenURIPrefix', args: ['x'] } as never)
    await expect(refused).rejects.toThrow('CollectionTokenURIPrefixFrozen')
  })

  it('[F-14] is frozen on the item’s record too', async () => {
    const collection = await market.collection('alice', 'Frozen works', 'FRW')
    const item = await market.mint('alice', { collection })
    await write(collection, 'freezeTokenURIPrefix')
    expect((await market.detail(item)).metadataState).toBe('frozen')
  })

  it('[F-14] is changeable again when a reorganisation takes the freeze away', async () => {
    const collection = await market.collection('alice', 'Forked', 'FRK')
    await write(collection, 'freezeTokenURIPrefix')
    expect(await stateOf(collection)).toBe('frozen')
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect(await stateOf(collection)).toBe('changeable')
  })

  it('[F-14] is not known of a prefix that leads to a web address', async () => {
    const collection = await market.collection('alice', 'Elsewhere', 'ELS')
    await write(collection, 'setTokenURIPrefix', ['https://a.example/'])
    await write(collection, 'freezeTokenURIPrefix')
    expect(await stateOf(collection)).toBe('unknown')
  })

  it('[F-14] is not known of a collection without an owner', async () => {
    const collection = await market.collection('alice', 'Ownerless', 'OWN')
    await write(collection, 'renounceOwnership')
    expect(await stateOf(collection)).toBe('unknown')
  })

  it('[F-14] is not known of an imported contract, whatever it logs', async () => {
    const collection = await market.collection('alice', 'Imported', 'IMP')
    const { db } = market.server.context
    const imported = { signer: bytes(ZERO_ADDRESS), followed_from: 0 }
    await db.updateTable('collection').set(imported).where('address', '=', bytes(collection)).execute()
    await write(collection, 'freezeTokenURIPrefix')
    expect(await stateOf(collection)).toBe('unknown')
  })
})

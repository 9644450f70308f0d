import type { Collection } from '@plinth/api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHAIN, COLLECTION, declined, runFlow, ScriptedMarket } from '../../../../test/scripted-market.ts'
import { api } from '../../../lib/api.ts'
import { listTransactions } from '../../transactions/transactions.ts'
import { freezeMetadataFlow } from './freeze-metadata.ts'

let market: ScriptedMarket
vi.mock('../../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))

const context = () => ({ chainId: CHAIN, collection: COLLECTION, name: 'Walks' })
/** What the contract answers to `isTokenURIPrefixFrozen`. */
let frozen: boolean | Error

beforeEach(() => {
  market = new ScriptedMarket()
  frozen = false
  vi.spyOn(market.wallet, 'read').mockImplementation(async () => {
    if (frozen instanceof Error) throw frozen
    // `read` has the type of whatever is read.
    return frozen as never
  })
  vi.spyOn(api.contract, 'info').mockImplementation(async () => {
    const isRead = market.history.length > 0 || frozen === true
    return { metadataState: isRead ? 'frozen' : 'changeable' } as Collection
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('freezing the metadata of a collection', () => {
  it('[F-14] sends one transaction to the collection and waits until the market has read it', async () => {
    const { state } = await runFlow(freezeMetadataFlow, context())
    expect(state.phase).toBe('done')
    expect(market.sent).toMatchObject([{ address: COLLECTION, functionName: 'freezeTokenURIPrefix', args: [] }])
    expect(listTransactions()).toMatchObject([{ act: 'freezeMetadata', title: 'Walks', status: 'done' }])
  })

  it('[F-14] sends nothing where it is frozen already', async () => {
    frozen = true
    expect((await runFlow(freezeMetadataFlow, context())).state.phase).toBe('done')
    expect(market.sent).toEqual([])
  })

  it('[F-14] says that a contract of the first edition cannot, before the wallet opens', async () => {
    frozen = new Error('the contract has no such function')
    const { state } = await runFlow(freezeMetadataFlow, context())
    expect(state.failure).toMatchObject({ code: 'METADATA_NOT_FREEZABLE' })
    expect(market.log).toEqual([])
  })

  it('[F-14] blames the network and not the contract while no node answers', async () => {
    frozen = Object.assign(new Error('fetch failed'), { name: 'HttpRequestError' })
    const { state } = await runFlow(freezeMetadataFlow, context())
    expect(state.failure).toMatchObject({ code: 'CHAIN_UNREACHABLE' })
  })

  it('[F-14] freezes nothing after a no in the wallet', async () => {
    market.refusals.push(declined())
    const { state } = await runFlow(freezeMetadataFlow, context())
    expect(state.phase).toBe('failed')
    expect(market.history).toEqual([])
  })
})

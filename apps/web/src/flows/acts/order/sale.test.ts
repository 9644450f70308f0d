import { ApiError, type ErrorCode, type OrderRecord } from '@plinth/api'
import { ACTION_TYPE, ASSET_TYPE, type Order, orderDigest, orderDomain, packSalt, TOKEN_STANDARD, ZERO_ADDRESS } from '@plinth/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ALICE,
  CHAIN,
  COLLECTION,
  declined,
  EXCHANGE,
  PROXY,
  runFlow,
  ScriptedMarket,
  staysAway,
} from '../../../../test/scripted-market.ts'
import { api } from '../../../lib/api.ts'
import type { FlowState } from '../../engine/engine.ts'
import { editSaleFlow, type Replaced, type SaleContext, saleFlow } from './sale.ts'

let market: ScriptedMarket
vi.mock('../../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))
vi.mock('../../../kit/toast.tsx', () => ({ toast: () => undefined }))

const UNTIL = 2_000_000_000
const SALT = packSalt({ sequence: 1n, validUntil: UNTIL, validFrom: 0, maxBuyerFeeBps: 0 })
const context = (part: Partial<SaleContext> = {}): SaleContext => ({
  chainId: CHAIN,
  collection: COLLECTION,
  collectionName: 'Field Notes',
  tokenId: 7n,
  standard: TOKEN_STANDARD.ERC721,
  quantity: 1n,
  unitPrice: 1_000n,
  payToken: { address: ZERO_ADDRESS },
  validUntil: UNTIL,
  sellerFeeBps: 250n,
  ...part,
})
const sell = (part?: Partial<SaleContext>) => runFlow(saleFlow, context(part))
const failedIn = ({ steps }: FlowState) => Object.entries(steps).flatMap(([key, step]) => (step.at === 'failed' ? [key, step.code] : []))
const stored = () => vi.mocked(api.order.add).mock.calls.map(([order]) => order)

/** The server allots the number; `part` is what it makes of the order otherwise. */
function allotting(part: Partial<Order> = {}) {
  return vi.spyOn(api.order, 'prepare').mockImplementation(async ({ salt = SALT, selling, buying, sellType }) => {
    const order: Order = {
      owner: ALICE,
      salt,
      selling,
      buying,
      sellerFee: 250n,
      // The wire's types of assets are numbers; this one comes from the flow itself.
      sellAsset: { token: COLLECTION, tokenId: 7n, assetType: sellType as never },
      buyAsset: { token: ZERO_ADDRESS, tokenId: 0n, assetType: ASSET_TYPE.COIN },
      ...part,
    }
    // All that is signed.
    return { salt, sellerFee: Number(order.sellerFee), digest: orderDigest(order, orderDomain(CHAIN, EXCHANGE)) } as never
  })
}

beforeEach(() => {
  market = new ScriptedMarket()
  allotting()
  // The flow does not read the answer.
  vi.spyOn(api.order, 'add').mockResolvedValue({} as never)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('selling', () => {
  it('[SALE-23, TX-01] approves the collection once, then signs and stores exactly what was asked', async () => {
    expect(Object.keys((await sell()).state.steps)).toEqual(['approve', 'sign'])
    expect(market.log).toEqual(['dry setApprovalForAll', 'send setApprovalForAll', 'sign'])
    expect(market.sent).toMatchObject([{ address: COLLECTION, args: [PROXY, true] }])
    expect(market.asked).toContainEqual(
      expect.objectContaining({ address: COLLECTION, functionName: 'isApprovedForAll', args: [ALICE, PROXY] }),
    )
    const order = { sellToken: COLLECTION, sellTokenId: 7n, selling: 1n, buyToken: ZERO_ADDRESS, buying: 1_000n, salt: SALT }
    expect(stored()).toMatchObject([{ ...order, maker: ALICE, type: ACTION_TYPE.SALE, signature: '0x5161' }])
    await sell({ salt: SALT, unitPrice: 900n })
    expect(market.log.slice(3)).toEqual(['sign'])
    expect(stored()[1]).toMatchObject({ type: ACTION_TYPE.EDIT_SALE, buying: 900n, salt: SALT })
  })

  it('of what its purchase mints asks for no approval', async () => {
    await sell({ isUnminted: true, isMintedBySale: true })
    expect([market.log, stored()[0]?.sellType]).toEqual([['sign'], ASSET_TYPE.MINTED])
  })

  it.each([
    ['a lower price', { buying: 999n }],
    ['another owner', { owner: EXCHANGE }],
    ['a higher fee', { sellerFee: 251n }],
  ])('signs nothing for which the server has thought of %s', async (_, part) => {
    market.isApproved = true
    allotting(part)
    expect(failedIn((await sell()).state)).toEqual(['sign', 'ORDER_MISMATCH'])
    expect([market.log, stored()]).toEqual([[], []])
  })

  it('signs nothing for longer than was asked', async () => {
    market.isApproved = true
    expect(failedIn((await sell({ validUntil: UNTIL - 1 })).state)).toEqual(['sign', 'ORDER_MISMATCH'])
    expect(stored()).toEqual([])
  })

  const away = () => {
    Object.assign(market, { chainId: 1, isApproved: true })
    market.switchRefusals.push(staysAway())
  }
  const once = (error: unknown) => () => void vi.mocked(api.order.add).mockRejectedValueOnce(error)

  it.each([
    ['a no to the approval', ['approve', 'USER_REJECTED'], () => market.refusals.push(declined()), 1],
    ['a no to the signature', ['sign', 'USER_REJECTED'], () => market.refusals.push(undefined, declined()), 1],
    ['a block in which the approval failed', ['approve', 'TX_REVERTED'], () => market.statuses.push('reverted'), 2],
    ['a wallet that stays on another network', ['sign', 'WALLET_WRONG_CHAIN'], away, 0],
    ['a server that did not answer', ['sign', 'NETWORK_FAILURE'], once(new ApiError('order.add', 400, '', 'NETWORK_FAILURE')), 1],
  ] as const)('[SALE-08, ERR-26, ERR-27] after %s goes on where it stopped', async (_, at, go, sent) => {
    go()
    const { state, again } = await sell()
    expect(failedIn(state)).toEqual(at)
    expect((await again()).phase).toBe('done')
    expect(market.sent).toHaveLength(sent)
    expect(stored().at(-1)).toMatchObject({ buying: 1_000n })
  })
})

describe('[F-73] a price that rises', () => {
  const open = {
    maker: ALICE,
    salt: 9n,
    sellerFee: 250,
    selling: 5n,
    filled: 0n,
    buying: 5_000n,
    sellToken: COLLECTION,
    sellTokenId: 7n,
    sellType: ASSET_TYPE.ERC1155,
    buyToken: ZERO_ADDRESS,
    buyTokenId: 0n,
    buyType: ASSET_TYPE.COIN,
  } as OrderRecord
  const refusal = (code: ErrorCode) => new ApiError('order.get', 4101, 'no', code)
  const replaced = (): Replaced => ({ owner: ALICE, isPrivate: false, salt: 9n, title: 'Wheat', onEnded: vi.fn() })
  /** Each with a context of its own, as a form that was edited makes it. */
  const raise = (replaces: Replaced) => runFlow(editSaleFlow, context({ standard: TOKEN_STANDARD.ERC1155, quantity: 5n, replaces }))

  beforeEach(() => {
    market.isApproved = true
  })

  it.each([
    ['has ended', () => Promise.reject(refusal('ORDER_NOT_FOUND'))],
    ['has another in its place', () => Promise.resolve({ ...open, salt: 10n })],
  ])('[F-73] asks nothing of the wallet for a listing that %s', async (_, answer) => {
    vi.spyOn(api.order, 'get').mockImplementation(answer)
    const replaces = replaced()
    expect(failedIn((await raise(replaces)).state)).toEqual(['cancel', 'ORDER_NOT_FOUND'])
    expect([market.log, stored()]).toEqual([[], []])
    expect(replaces.onEnded).not.toHaveBeenCalled()
  })

  it('[F-73] offers again what is left of the listing when it ends', async () => {
    vi.spyOn(api.order, 'get').mockImplementation(async () => {
      if (market.history.length > 0) throw refusal('ORDER_NOT_FOUND')
      return { ...open, filled: 2n }
    })
    const replaces = replaced()
    market.refusals.push(undefined, declined())
    expect(failedIn((await raise(replaces)).state)).toEqual(['sign', 'USER_REJECTED'])
    expect(replaces.onEnded).toHaveBeenCalledWith(3n)
    expect((await raise(replaces)).state.phase).toBe('done')
    expect(market.log).toEqual(['dry cancel', 'send cancel', 'sign', 'sign'])
    expect(stored()).toMatchObject([{ type: ACTION_TYPE.SALE, selling: 3n }])
  })

  it('[F-73] knows it as ended from its block on, and goes on from there once the market has read it', async () => {
    let isRead = false
    vi.spyOn(api.order, 'get').mockImplementation(async () => {
      if (isRead) throw refusal('ORDER_NOT_FOUND')
      if (market.history.length > 0) throw refusal('UNSUPPORTED')
      return open
    })
    const replaces = replaced()
    expect(failedIn((await raise(replaces)).state)).toEqual(['cancel', 'UNSUPPORTED'])
    expect(replaces.onEnded).toHaveBeenCalledWith(5n)
    isRead = true
    expect((await raise(replaces)).state.phase).toBe('done')
    expect(market.log).toEqual(['dry cancel', 'send cancel', 'sign'])
  })

  it('[F-73] sends another cancel after one that failed in its block', async () => {
    vi.spyOn(api.order, 'get').mockImplementation(async () => {
      if (market.history.length > 0) throw refusal('ORDER_NOT_FOUND')
      return open
    })
    const replaces = replaced()
    market.statuses.push('reverted')
    expect(failedIn((await raise(replaces)).state)).toEqual(['cancel', 'TX_REVERTED'])
    expect((await raise(replaces)).state.phase).toBe('done')
    expect(market.sent).toHaveLength(2)
  })
})

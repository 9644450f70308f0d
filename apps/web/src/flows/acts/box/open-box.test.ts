import { ApiError, type BoxFeeReply, type BoxHistoryRecord, type BoxRecord, type ErrorCode } from '@plinth/api'
import { ASSET_TYPE, BOX_REQUEST_STATUS, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { blindBoxAbi } from '@plinth/protocol/abi'
import { type Hex, keccak256, toHex } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION, declined, revertOf, runFlow, ScriptedMarket } from '../../../../test/scripted-market.ts'
import { api } from '../../../lib/api.ts'
import { listTransactions, openingsOnTheWay } from '../../transactions/transactions.ts'
import { isSigned, type OpenBoxContext, openBoxFlow } from './open-box.ts'

let market: ScriptedMarket
vi.mock('../../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))

const BLIND_BOX = toAddress(`0x${'b0'.repeat(20)}`)
const HASH = keccak256('0xb0')
const MONEY = {
  coin: [ASSET_TYPE.COIN, ZERO_ADDRESS],
  token: [ASSET_TYPE.ERC20, COLLECTION],
  ticket: [ASSET_TYPE.ERC1155, COLLECTION],
} as const
const STANDING_FEE = 250n

function boxOf(money: keyof typeof MONEY): BoxRecord {
  const [payTokenType, payTokenAddress] = MONEY[money]
  // As much of the record as the flow reads, which is why its type is cast.
  return {
    id: 5n,
    chainId: CHAIN,
    boxHash: HASH,
    contract: BLIND_BOX,
    name: 'Twelve mountains',
    unitPrice: 1_000n,
    payTokenType,
    payTokenAddress,
    payTokenName: 'Night',
    payTokenSymbol: 'N',
    payTokenTokenId: 3n,
    payTokenDecimals: 18,
    order: { salt: 9n, buyerFee: money === 'ticket' ? 0 : 250, sellAssets: [{ token: BOB, tokenId: 1n, assetType: ASSET_TYPE.MINTED }] },
  } as BoxRecord
}

function replyOf(money: keyof typeof MONEY, buyerFee: number): BoxFeeReply {
  const [buyType, buyToken] = MONEY[money]
  return {
    v: '27',
    r: `0x${'33'.repeat(32)}`,
    s: `0x${'44'.repeat(32)}`,
    chainId: CHAIN,
    boxId: 5n,
    boxHash: HASH,
    contract: BLIND_BOX,
    owner: BOB,
    salt: 9n,
    sellAssets: [{ token: BOB, tokenId: 1n, assetType: 5 }],
    sellings: [10],
    uris: ['/ipfs/a'],
    buyToken,
    buyTokenId: 3n,
    buyType,
    opening: 1,
    repeat: true,
    startTime: 1,
    endTime: 2,
    sellerFee: 250,
    signature: '0x',
    buying: 10_000n,
    unitPrice: 1_000n,
    amount: 10,
    left: 10,
    buyerFee,
    feeEpoch: 0n,
  }
}

const context = (money: keyof typeof MONEY, more: Partial<OpenBoxContext> = {}): OpenBoxContext => ({
  box: boxOf(money),
  boxes: 2,
  isUnlimited: false,
  isSent: false,
  ...more,
})
/** What the flow reads of a row. */
const drawn = (openTx: string, status: BoxHistoryRecord['status'] = BOX_REQUEST_STATUS.DRAWN) =>
  // The rest of a row is not read.
  ({ openTx, status, refundableAt: Number.MAX_SAFE_INTEGER, nfts: [] }) as unknown as BoxHistoryRecord
const hashOf = (count: number): Hex => keccak256(toHex(count))
const refusal = (code: ErrorCode) => new ApiError('blind.order.buyfee', 4300, 'no', code)
const historyIs = (...list: BoxHistoryRecord[]) =>
  vi.spyOn(api.blind, 'box.history').mockResolvedValue({ list, total: list.length, page: 1, limit: 20, pages: 1 })

beforeEach(() => {
  market = new ScriptedMarket()
  vi.spyOn(market.wallet, 'read').mockImplementation(async ({ functionName }) =>
    functionName === 'buyerFee' ? STANDING_FEE : functionName === 'allowance' ? 10n ** 18n : market.isApproved,
  )
  vi.spyOn(api.paytoken, 'committed').mockResolvedValue({ committed: 0n, bids: 0, chainId: CHAIN, token: COLLECTION })
  historyIs(drawn(hashOf(1)), drawn(hashOf(2)))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const feeIs = (reply: BoxFeeReply) => vi.spyOn(api.blind, 'order.buyfee').mockResolvedValue(reply)

describe('opening boxes', () => {
  it('[BOX-21, TX-07] with the coin is one transaction of exactly price and fee, and the draw', async () => {
    feeIs(replyOf('coin', 250))
    const { state } = await runFlow(openBoxFlow(boxOf('coin')), context('coin'))
    expect(Object.entries(state.steps).map(([key, { at }]) => [key, at])).toEqual([
      ['open', 'done'],
      ['draw', 'done'],
    ])
    expect(market.sent).toHaveLength(1)
    expect(market.sent[0]).toMatchObject({ address: BLIND_BOX, functionName: 'open', args: [HASH, 2n], value: 2_050n })
  })

  it('[BOX-19] with an ERC20 the allowance comes first, and no coin is sent', async () => {
    feeIs(replyOf('token', 250))
    expect(openBoxFlow(boxOf('token')).steps.map(({ key }) => key)).toEqual(['allow', 'open', 'draw'])
    await runFlow(openBoxFlow(boxOf('token')), context('token'))
    expect(market.sent.map(({ functionName, value }) => [functionName, value])).toEqual([['open', 0n]])
  })

  it('[BOX-20] with tickets their collection is approved first, and no fee is paid', async () => {
    feeIs(replyOf('ticket', 0))
    const { state } = await runFlow(openBoxFlow(boxOf('ticket')), context('ticket'))
    expect(Object.keys(state.steps)).toEqual(['approve', 'open', 'draw'])
    expect(market.sent.map(({ functionName, address }) => [functionName, address])).toEqual([
      ['setApprovalForAll', COLLECTION],
      ['open', BLIND_BOX],
    ])
    expect(market.sent[1]).toMatchObject({ args: [HASH, 2n], value: 0n })
  })

  it('carries the whole series and the operator’s word where the fee is not the contract’s own', async () => {
    feeIs(replyOf('coin', 100))
    await runFlow(openBoxFlow(boxOf('coin')), context('coin'))
    const [order, owner, fee, signature, boxes, buyer] = market.sent[0]?.args ?? []
    expect(order).toMatchObject({ key: { owner: BOB, salt: 9n }, buying: 10_000n, assetAmounts: [10n], uris: ['/ipfs/a'] })
    expect([owner, fee, boxes, buyer]).toEqual([expect.objectContaining({ v: 0 }), 100n, 2n, ZERO_ADDRESS])
    expect(signature).toMatchObject({ v: 27 })
    expect(market.sent[0]?.value).toBe(2_020n)
  })

  it('pays no more than the screen said', async () => {
    feeIs({ ...replyOf('coin', 250), unitPrice: 1_001n })
    const dearer = await runFlow(openBoxFlow(boxOf('coin')), context('coin'))
    expect(dearer.state.failure?.code).toBe('FEE_CHANGED')
    feeIs(replyOf('coin', 251))
    const more = await runFlow(openBoxFlow(boxOf('coin')), context('coin'))
    expect(more.state.failure?.code).toBe('FEE_CHANGED')
    expect(market.log).toEqual([])
  })

  it.each(['BOX_SOLD_OUT', 'BOX_ENDED', 'BOX_STOPPED', 'BOX_DRAW_OVERDUE'] as const)('says %s before the wallet opens', async (code) => {
    vi.spyOn(api.blind, 'order.buyfee').mockRejectedValue(refusal(code))
    const { state } = await runFlow(openBoxFlow(boxOf('coin')), context('coin'))
    expect(state.failure?.code).toBe(code)
    expect(market.log).toEqual([])
  })

  it('[F-13] refuses an account with code that can’t take the items, before anything is paid', async () => {
    feeIs(replyOf('coin', 250))
    market.refusedItems.push('one')
    const { state } = await runFlow(openBoxFlow(boxOf('coin')), context('coin'))
    expect(state.failure?.code).toBe('BOX_RECEIVER')
    expect(market.log).toEqual([])
  })

  it('[F-13] asks for the standards of the series’ items only', async () => {
    feeIs(replyOf('coin', 250))
    market.refusedItems.push('many')
    const { state } = await runFlow(openBoxFlow(boxOf('coin')), context('coin'))
    expect(state.phase).toBe('done')
  })

  it('[F-5] says that a draw is awaited when the chain refuses another request', async () => {
    feeIs(replyOf('coin', 250))
    market.reverts.set('open', [revertOf(blindBoxAbi, 'BoxDrawOverdue', [1n], 'open')])
    const { state } = await runFlow(openBoxFlow(boxOf('coin')), context('coin'))
    expect(state.steps.open).toMatchObject({ at: 'failed', code: 'BOX_DRAW_OVERDUE', text: expect.stringContaining('Try again shortly') })
    expect(market.sent).toEqual([])
  })

  it('says what the chain says when the last one goes to somebody else meanwhile', async () => {
    feeIs(replyOf('coin', 250))
    market.reverts.set('open', [revertOf(blindBoxAbi, 'BoxSoldOut', [1n], 'open')])
    const { state } = await runFlow(openBoxFlow(boxOf('coin')), context('coin'))
    expect(state.steps.open).toMatchObject({ at: 'failed', code: 'BOX_SOLD_OUT' })
    expect(market.sent).toEqual([])
  })

  it('[BOX-31] is signed once its transaction has a hash, and not by a refusal in the wallet', async () => {
    feeIs(replyOf('coin', 250))
    market.refusals.push(declined())
    const { state, again } = await runFlow(openBoxFlow(boxOf('coin')), context('coin'))
    expect([isSigned(state), state.steps.open]).toEqual([false, expect.objectContaining({ code: 'USER_REJECTED' })])
    const steps = { open: { at: 'running', hash: '0x1' }, draw: { at: 'idle' } } as const
    expect(isSigned({ phase: 'running', steps, failure: undefined })).toBe(true)
    expect(isSigned({ phase: 'running', steps: { ...steps, open: { at: 'running' } }, failure: undefined })).toBe(false)
    expect(isSigned(await again())).toBe(true)
    expect(listTransactions()[0]).toMatchObject({ act: 'openBox', subject: '5 2', hash: hashOf(1) })
  })

  it('takes up a transaction of an earlier page, and asks for nothing again', async () => {
    const fee = feeIs(replyOf('coin', 250))
    historyIs(drawn(hashOf(7)))
    const { state } = await runFlow(openBoxFlow(boxOf('coin')), context('coin', { isSent: true }), { open: hashOf(7) })
    expect([state.phase, market.sent.length, fee.mock.calls.length]).toEqual(['done', 0, 0])
    expect(openingsOnTheWay(ALICE, 6n)).toEqual([])
  })

  it('only awaits the draw of one that is paid', async () => {
    historyIs(drawn(hashOf(8)))
    const paid = context('ticket', { isSent: true, paidIn: hashOf(8) })
    const { state } = await runFlow(openBoxFlow(boxOf('ticket')), paid)
    expect([state.phase, market.log]).toEqual(['done', []])
    expect(paid.opening).toMatchObject({ openTx: hashOf(8) })
  })

  it.each([
    ['refunded', drawn(hashOf(8), BOX_REQUEST_STATUS.REFUNDED)],
    ['awaited for 30 minutes', { ...drawn(hashOf(8), BOX_REQUEST_STATUS.WAITING), refundableAt: 1 }],
  ])('says that the draw was missed where it is %s', async (_, row) => {
    historyIs(row)
    const { state } = await runFlow(openBoxFlow(boxOf('coin')), context('coin', { isSent: true, paidIn: hashOf(8) }))
    expect(state.steps.draw).toMatchObject({ at: 'failed', code: 'BOX_REVEAL_MISSED' })
  })
})

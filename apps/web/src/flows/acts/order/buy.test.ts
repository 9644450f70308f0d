import { ApiError, type BuyerFeeReply, ERRORS, type ErrorCode, type ItemRecord, type OrderRecord } from '@plinth/api'
import { TOKEN_STANDARD, toAddress, ZERO_ADDRESS, ZERO_SIGNATURE } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ALICE,
  askInOtherTab,
  BOB,
  CHAIN,
  COLLECTION,
  declined,
  EXCHANGE,
  revertOf,
  runFlow,
  ScriptedMarket,
  staysAway,
} from '../../../../test/scripted-market.ts'
import { api } from '../../../lib/api.ts'
import type { FlowState } from '../../engine/engine.ts'
import { resumeTransactions } from '../../transactions/follow.ts'
import { listPurchases } from '../../transactions/purchases.ts'
import type { TransactionEntry } from '../../transactions/transaction-record.ts'
import { addTransaction, listTransactions } from '../../transactions/transactions.ts'
import { type BuyContext, buyFlow } from './buy.ts'

let market: ScriptedMarket
vi.mock('../../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))

const TOKEN = toAddress(`0x${'d'.repeat(40)}`)
const ITEM = { collection: COLLECTION, tokenId: '7' }
const BUY = { chainId: CHAIN, account: ALICE, act: 'buy', item: ITEM, subject: undefined } as const
/** One for 1,000 and a buyer fee of 2.5 %. */
const sale = {
  maker: BOB,
  salt: 9n,
  unitPrice: '1',
  sellerFee: 250,
  isExpired: false,
  filled: 0n,
  sellToken: COLLECTION,
  sellTokenId: 7n,
  sellType: 3,
  selling: 1n,
  buyToken: ZERO_ADDRESS,
  buyTokenId: 0n,
  buyType: 0,
  buying: 1_000n,
  proof: 'typed',
  signature: `0x${'11'.repeat(32)}${'22'.repeat(32)}1c`,
} as OrderRecord
const fee = {
  v: '27',
  r: `0x${'33'.repeat(32)}`,
  s: `0x${'44'.repeat(32)}`,
  isFeeSignatureNeeded: true,
  buyerFee: 250,
} as BuyerFeeReply
const DUE = 1_025n

const context = (part: Partial<BuyContext> = {}): BuyContext => ({
  chainId: CHAIN,
  collection: COLLECTION,
  tokenId: 7n,
  standard: TOKEN_STANDARD.ERC721,
  seller: BOB,
  amount: 1n,
  title: 'Wheat',
  spending: undefined,
  shown: { unitPrice: '1', salt: 9n, buyerFeeBps: 250n },
  ...part,
})
const refusal = (code: ErrorCode) => new ApiError('order.buyerFee', 4100, 'no', code)
/** Of the step that has failed, or of the whole. */
const codeOf = ({ failure, steps }: FlowState) => failure?.code ?? Object.values(steps).find((step) => step.at === 'failed')?.code
const functionsOf = () => market.sent.map(({ functionName }) => functionName)

/** Paid in the coin, or in a token that the market has to be allowed first. */
function buy(money: 'coin' | 'token') {
  const isToken = money === 'token'
  if (isToken) vi.spyOn(api.order, 'get').mockResolvedValue({ ...sale, buyToken: TOKEN, buyType: 1 })
  const spending = { token: TOKEN, symbol: 'PUSD', payment: DUE, isUnlimited: false }
  return runFlow(buyFlow(isToken), context(isToken ? { spending } : {}))
}

/** The market's own error for a sale that was on screen and is no longer valid. */
function endSale(code: ErrorCode): void {
  vi.spyOn(api.order, 'get').mockRejectedValue(refusal('ORDER_NOT_FOUND'))
  vi.spyOn(api.order, 'buyerFee').mockRejectedValue(refusal(code))
}

beforeEach(() => {
  market = new ScriptedMarket()
  vi.spyOn(api.order, 'get').mockResolvedValue(sale)
  vi.spyOn(api.order, 'buyerFee').mockResolvedValue(fee)
  vi.spyOn(api.paytoken, 'committed').mockResolvedValue({ committed: 0n, bids: 0, chainId: CHAIN, token: TOKEN })
  vi.spyOn(api.nft, 'owners').mockResolvedValue({ list: [] })
  // The flow reads no more of it.
  vi.spyOn(api.nft, 'detail').mockResolvedValue({ onlyOwner: BOB } as unknown as ItemRecord)
  vi.spyOn(api.nft, 'locknft').mockResolvedValue({})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('buying', () => {
  it('[BUY-09, BUY-12, TX-05, TX-08, DATA-49] with the coin is one exact payment, and no allowance', async () => {
    const { state } = await buy('coin')
    expect(Object.entries(state.steps).map(([key, { at }]) => [key, at])).toEqual([
      ['pay', 'done'],
      ['yours', 'done'],
    ])
    expect(market.log).toEqual(['dry exchange', 'send exchange'])
    expect(market.sent[0]).toMatchObject({ address: EXCHANGE, value: DUE })
  })

  it('with the coin holds gas ready for payees that burn theirs, with a token none', async () => {
    await buy('coin')
    await buy('token')
    expect(market.sent.map(({ functionName, gasReserve }) => [functionName, gasReserve])).toEqual([
      ['exchange', 840_000n],
      ['approve', undefined],
      ['exchange', 0n],
    ])
  })

  it('[F-89] asks the market first, and sends its fee signature only where the exchange asks for one', async () => {
    for (const isFeeSignatureNeeded of [false, true]) {
      vi.spyOn(api.order, 'buyerFee').mockResolvedValue({ ...fee, isFeeSignatureNeeded })
      expect((await buy('coin')).state.phase).toBe('done')
    }
    expect(market.sent.map(({ args }) => args?.[3])).toEqual([ZERO_SIGNATURE, { v: 27, r: fee.r, s: fee.s }])
    vi.spyOn(api.order, 'buyerFee').mockRejectedValue(refusal('TRADE_LOCKED'))
    expect(codeOf((await buy('coin')).state)).toBe('TRADE_LOCKED')
    expect(market.sent).toHaveLength(2)
  })

  it('[BUY-07] with a token allows exactly what it takes, then pays without coin', async () => {
    expect((await buy('token')).state.phase).toBe('done')
    expect(market.sent.map(({ functionName, value }) => [functionName, value])).toEqual([
      ['approve', undefined],
      ['exchange', 0n],
    ])
    expect(market.allowance).toBe(DUE)
  })

  it('[F-83] says how many are left where so many are not any more, before the wallet opens', async () => {
    vi.spyOn(api.order, 'get').mockResolvedValue({ ...sale, selling: 10n, buying: 10_000n, unitPrice: '1' })
    market.reverts.set('exchange', [revertOf(exchangeAbi, 'ExchangeAmountAboveLeft', [10n, 9n])])
    const asked = vi.spyOn(api.order, 'buyerFee').mockResolvedValueOnce(fee).mockRejectedValueOnce(refusal('ORDER_QUANTITY'))
    const { state } = await runFlow(buyFlow(false), context({ standard: TOKEN_STANDARD.ERC1155, amount: 10n }))
    expect(codeOf(state)).toBe('ORDER_QUANTITY')
    expect(asked).toHaveBeenCalledTimes(2)
    expect(market.sent).toEqual([])
  })

  it('pays nothing but what the screen showed', async () => {
    for (const part of [{ unitPrice: '2' }, { salt: 10n }]) {
      vi.spyOn(api.order, 'get').mockResolvedValue({ ...sale, ...part })
      expect((await buy('coin')).state).toMatchObject({ failure: { code: 'ORDER_EDITED' } })
    }
    vi.spyOn(api.order, 'get').mockResolvedValue(sale)
    vi.spyOn(api.order, 'buyerFee').mockResolvedValue({ ...fee, buyerFee: 251 })
    expect((await buy('coin')).state).toMatchObject({ failure: { code: 'FEE_CHANGED' } })
    expect(market.log).toEqual([])
  })
})

describe('a second try', () => {
  it('looks at the sale again: what became cheaper meanwhile is not paid at its old price', async () => {
    market.refusals.push(declined())
    const { state, again } = await buy('coin')
    expect(codeOf(state)).toBe('USER_REJECTED')
    vi.spyOn(api.order, 'get').mockResolvedValue({ ...sale, unitPrice: '0.5', buying: 500n })
    expect(codeOf(await again())).toBe('ORDER_EDITED')
    expect(market.sent).toEqual([])
  })
})

describe('after the block of a purchase', () => {
  const hash = () => market.history[0]?.txHash
  const until = (isSo: () => boolean) => vi.waitUntil(isSo, { timeout: 5_000, interval: 5 })

  it('[BUY-10, BUY-11, CFG-08] the item is locked for others, and on this browser’s list until the market has booked it', async () => {
    market.isBehind = true
    const end = buy('coin')
    await until(() => vi.mocked(api.nft.locknft).mock.calls.length > 0)
    expect(localStorage.getItem('pending')).toBe(JSON.stringify([`${COLLECTION}:7`]))
    expect(api.nft.locknft).toHaveBeenCalledExactlyOnceWith({ collection: COLLECTION, tokenId: 7n, txHash: hash(), chainId: CHAIN })
    market.isBehind = false
    expect((await end).state.phase).toBe('done')
    await until(() => listTransactions()[0]?.status === 'done')
    expect([localStorage.getItem('pending'), listPurchases()]).toEqual([null, []])
  })

  it('[BUY-10] a lock that is refused changes nothing for the buyer', async () => {
    vi.mocked(api.nft.locknft).mockRejectedValue(refusal('NO_PURCHASE'))
    expect((await buy('coin')).state.phase).toBe('done')
    expect(listTransactions()).toMatchObject([{ act: 'buy', status: 'done' }])
  })

  it('lists a purchase found among the transactions again, and forgets what has none behind it', async () => {
    market.isBehind = true
    const sent = market.sendElsewhere({ functionName: 'exchange', args: [] })
    addTransaction({ chainId: CHAIN, account: ALICE, act: 'buy', item: ITEM, title: 'Wheat', hash: sent })
    localStorage.setItem('pending', JSON.stringify([`${COLLECTION}:8`]))
    resumeTransactions()
    expect(listPurchases()).toEqual([])
    await until(() => listPurchases().length > 0)
    expect([listPurchases(), vi.mocked(api.nft.locknft).mock.calls.length]).toEqual([[`${COLLECTION}:7`], 1])
    market.isBehind = false
    await until(() => listTransactions()[0]?.status === 'done')
    expect(listPurchases()).toEqual([])
  })

  it('one that the chain has taken back is on the list no longer', async () => {
    localStorage.setItem('pending', JSON.stringify([`${COLLECTION}:7`]))
    market.statuses.push('replaced')
    expect((await buy('coin')).state.steps.pay).toMatchObject({ code: 'TX_REPLACED' })
    expect(listPurchases()).toEqual([])
  })
})

type Way = {
  way: string
  pays?: 'token'
  go: () => unknown
  /** Where it ends at first: at a step, or before any. */
  at: 'opening' | 'allow' | 'pay' | 'done'
  code?: ErrorCode
  /** What has left the wallet until then. */
  sent?: string[]
  /** What the transactions then say, newest first. */
  transactions?: (ErrorCode | TransactionEntry['status'])[]
  mend?: () => unknown
  /** What the next try brings, and what has left the wallet by then. */
  again?: 'done' | ErrorCode
  sentInAll?: string[]
}

let letGo = () => {}

const WAYS: Way[] = [
  {
    way: 'a no in the wallet',
    go: () => market.refusals.push(declined()),
    at: 'pay',
    code: 'USER_REJECTED',
    again: 'done',
    sentInAll: ['exchange'],
  },
  {
    way: 'not enough funds',
    go: () => (market.coin = DUE - 1n),
    mend: () => (market.coin = DUE),
    at: 'pay',
    code: 'NOT_ENOUGH_FUNDS',
    again: 'done',
    sentInAll: ['exchange'],
  },
  {
    way: 'an allowance that its owner made too low',
    pays: 'token',
    go: () => (market.allows = DUE - 1n),
    at: 'allow',
    code: 'ALLOWANCE_LOW',
    sent: ['approve'],
    transactions: ['done'],
    again: 'done',
    sentInAll: ['approve', 'approve', 'exchange'],
  },
  {
    way: 'sold to somebody else',
    go: () => endSale('ORDER_FILLED'),
    at: 'opening',
    code: 'ORDER_FILLED',
    again: 'ORDER_FILLED',
    sentInAll: [],
  },
  {
    way: 'past its time',
    go: () => vi.spyOn(api.order, 'get').mockResolvedValue({ ...sale, isExpired: true }),
    at: 'opening',
    code: 'ORDER_EXPIRED',
    again: 'ORDER_EXPIRED',
    sentInAll: [],
  },
  {
    way: 'a wallet that stays on another network',
    go: () => {
      market.chainId = 1
      market.switchRefusals.push(staysAway())
    },
    at: 'pay',
    code: 'WALLET_WRONG_CHAIN',
    again: 'done',
    sentInAll: ['exchange'],
  },
  {
    way: 'a network that does not answer',
    go: () => (market.isUnreachable = true),
    mend: () => (market.isUnreachable = false),
    at: 'pay',
    code: 'CHAIN_UNREACHABLE',
    again: 'done',
    sentInAll: ['exchange'],
  },
  {
    way: 'a block in which it failed',
    go: () => market.statuses.push('reverted'),
    at: 'pay',
    code: 'TX_REVERTED',
    sent: ['exchange'],
    transactions: ['TX_REVERTED'],
    again: 'done',
    sentInAll: ['exchange', 'exchange'],
  },
  {
    way: 'a block in which somebody else was first',
    go: () => {
      market.statuses.push('reverted')
      // Before it was sent, and after it had failed.
      market.reverts.set('exchange', [undefined, revertOf(exchangeAbi, 'ExchangeOrderSpent', [BOB, 9n])])
    },
    mend: () => endSale('ORDER_FILLED'),
    at: 'pay',
    code: 'ORDER_FILLED',
    sent: ['exchange'],
    transactions: ['TX_REVERTED'],
    again: 'ORDER_FILLED',
    sentInAll: ['exchange'],
  },
  {
    way: 'a page that was loaded anew while it was on its way',
    go: () => {
      const { chainId, account, act, item } = BUY
      addTransaction({
        chainId,
        account,
        act,
        item,
        title: 'Wheat',
        hash: market.sendElsewhere({ functionName: 'exchange', args: [], value: DUE }),
      })
      endSale('ORDER_FILLED')
    },
    at: 'done',
  },
  {
    way: 'another tab that has opened the wallet for it',
    go: () => (letGo = askInOtherTab(BUY)),
    mend: () => letGo(),
    at: 'pay',
    code: 'WALLET_BUSY',
    transactions: ['asking'],
    again: 'done',
    sentInAll: ['exchange'],
  },
]

describe('a purchase that does not go as planned', () => {
  it.each(WAYS)('[ERR-25, ERR-27] $way', async ({ pays, go, mend, at, code, sent = [], transactions = [], again, sentInAll }) => {
    await go()
    const before = market.coin
    const { state, again: pressAgain } = await buy(pays ?? 'coin')
    expect(functionsOf()).toEqual(sent)
    if (at === 'done') {
      expect([state.phase, listTransactions()[0]?.status]).toEqual(['done', 'done'])
      return
    }
    expect(at === 'opening' ? state.failure : state.steps[at]).toMatchObject({ code })
    expect([state.phase, market.coin]).toEqual(['failed', before])
    expect(listTransactions().map(({ code, status }) => code ?? status)).toEqual(transactions)
    expect(vi.mocked(api.nft.locknft)).not.toHaveBeenCalled()
    await mend?.()
    const coinBefore = market.coin
    // Where the registry says that a retry can't help, the dialog offers to reopen.
    const next = code !== undefined && ERRORS[code].retry ? await pressAgain() : (await buy(pays ?? 'coin')).state
    if (again === 'done') expect(next).toMatchObject({ phase: 'done', steps: { pay: { at: 'done' }, yours: { at: 'done' } } })
    else expect([next.phase, codeOf(next)]).toEqual(['failed', again])
    expect(functionsOf()).toEqual(sentInAll)
    expect(coinBefore - market.coin).toBe(again === 'done' && pays === undefined ? DUE : 0n)
  })
})

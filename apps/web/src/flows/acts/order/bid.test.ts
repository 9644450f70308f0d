import { ApiError, type ErrorCode } from '@plinth/api'
import { ASSET_TYPE, type Order, orderDigest, orderDomain, packSalt, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import { wrappedCoinAbi } from '@plinth/protocol/abi'
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
import type { TransactionEntry } from '../../transactions/transaction-record.ts'
import { addTransaction, listTransactions } from '../../transactions/transactions.ts'
import { type BidContext, bidFlow } from './bid.ts'

let market: ScriptedMarket
vi.mock('../../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))
vi.mock('../../../kit/toast.tsx', () => ({ toast: () => undefined }))

const TOKEN = toAddress(`0x${'d'.repeat(40)}`)
const UNTIL = 2_000_000_000
/** One for 1,000, a buyer fee of 2.5 %, all of it wrapped first. */
const DRAW = 1_025n
const ALLOW = { chainId: CHAIN, account: ALICE, act: 'allow', item: undefined, subject: `${TOKEN} ${DRAW}` } as const
const OLD_SALT = packSalt({ sequence: 1n, validUntil: UNTIL, validFrom: 0, maxBuyerFeeBps: 250 })

const context = (part: Partial<BidContext> = {}): BidContext => ({
  chainId: CHAIN,
  collection: COLLECTION,
  tokenId: 7n,
  standard: TOKEN_STANDARD.ERC721,
  quantity: 1n,
  unitPrice: 1_000n,
  payToken: { address: TOKEN, symbol: 'WETH' },
  draw: DRAW,
  maxBuyerFeeBps: 250n,
  sellerFeeBps: 250n,
  isUnlimited: false,
  wrap: DRAW,
  validUntil: UNTIL,
  salt: undefined,
  ...part,
})
const bid = (part: Partial<BidContext> = {}) => runFlow(bidFlow, context(part))
const refusal = (code: ErrorCode) => new ApiError('order.prepare', 4100, 'no', code)
const functionsOf = () => market.sent.map(({ functionName }) => functionName)
const failedIn = ({ steps }: FlowState) => Object.entries(steps).flatMap(([key, step]) => (step.at === 'failed' ? [key, step.code] : []))
const bidsStored = () => vi.mocked(api.order.add).mock.calls.length

beforeEach(() => {
  market = new ScriptedMarket()
  vi.spyOn(api.paytoken, 'committed').mockResolvedValue({ committed: 0n, bids: 0, chainId: CHAIN, token: TOKEN })
  vi.spyOn(api.order, 'prepare').mockImplementation(async ({ selling, buying, salt: kept }) => {
    const salt = kept ?? OLD_SALT
    const order: Order = {
      owner: ALICE,
      salt,
      selling,
      buying,
      sellerFee: 250n,
      sellAsset: { token: TOKEN, tokenId: 0n, assetType: ASSET_TYPE.ERC20 },
      buyAsset: { token: COLLECTION, tokenId: 7n, assetType: ASSET_TYPE.ERC721 },
    }
    // All that is signed.
    return { salt, sellerFee: 250, digest: orderDigest(order, orderDomain(CHAIN, EXCHANGE)) } as never
  })
  // The flow does not read the answer.
  vi.spyOn(api.order, 'add').mockResolvedValue({} as never)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('bidding', () => {
  it('[TX-37] wraps what is missing, allows exactly what it can draw, and signs', async () => {
    market.tokens = 25n
    expect((await bid()).state.phase).toBe('done')
    expect(market.log).toEqual(['dry deposit', 'send deposit', 'dry approve', 'send approve', 'sign'])
    expect([market.sent[0]?.value, market.allowance, bidsStored()]).toEqual([1_000n, DRAW, 1])
  })

  it('counts what the other open bids can draw', async () => {
    vi.mocked(api.paytoken.committed).mockResolvedValue({ committed: 500n, bids: 1, chainId: CHAIN, token: TOKEN })
    Object.assign(market, { tokens: DRAW, allowance: DRAW })
    await bid()
    expect([functionsOf(), market.allowance]).toEqual([['approve'], DRAW + 500n])
  })

  it('asks for nothing that is there, or that its owner did not agree to', async () => {
    Object.assign(market, { tokens: DRAW, allowance: DRAW })
    await bid()
    expect(market.log).toEqual(['sign'])
    market.tokens = 0n
    expect(failedIn((await bid({ wrap: DRAW - 1n })).state)).toEqual(['wrap', 'NOT_ENOUGH_FUNDS'])
    expect(market.log).toEqual(['sign'])
  })
})

type Way = {
  way: string
  with?: Partial<BidContext>
  go: () => unknown
  /** The step it ends at first, and what it says there. */
  at?: ['wrap' | 'allow' | 'sign', ErrorCode]
  /** What has left the wallet until then, and what the transactions say of it, newest first. */
  sent?: string[]
  transactions?: (ErrorCode | TransactionEntry['status'])[]
  mend?: () => unknown
  /** What pressing again brings, and what has left the wallet by then. */
  again?: 'done' | ErrorCode
  sentInAll: string[]
}

let letGo = () => {}
const isReady = () => Object.assign(market, { tokens: DRAW, allowance: DRAW })
const answers = (code: ErrorCode) => {
  isReady()
  vi.mocked(api.order.prepare).mockRejectedValue(refusal(code))
}

const WAYS: Way[] = [
  {
    way: 'a no to the signature',
    go: () => market.refusals.push(undefined, undefined, declined()),
    at: ['sign', 'USER_REJECTED'],
    sent: ['deposit', 'approve'],
    transactions: ['done', 'done'],
    again: 'done',
    sentInAll: ['deposit', 'approve'],
  },
  {
    way: 'too little coin to wrap',
    go: () => (market.coin = DRAW - 1n),
    mend: () => (market.coin = DRAW),
    at: ['wrap', 'NOT_ENOUGH_FUNDS'],
    again: 'done',
    sentInAll: ['deposit', 'approve'],
  },
  {
    way: 'an allowance that its owner made too low',
    go: () => (market.allows = DRAW - 1n),
    at: ['allow', 'ALLOWANCE_LOW'],
    sent: ['deposit', 'approve'],
    transactions: ['done', 'done'],
    again: 'done',
    sentInAll: ['deposit', 'approve', 'approve'],
  },
  {
    way: 'accepted while it was raised',
    with: { salt: OLD_SALT },
    go: () => answers('ORDER_FILLED'),
    at: ['sign', 'ORDER_YOURS'],
    again: 'ORDER_YOURS',
    sentInAll: [],
  },
  {
    way: 'past its time while it was raised',
    with: { salt: OLD_SALT },
    go: () => answers('ORDER_EXPIRED'),
    at: ['sign', 'ORDER_EXPIRED'],
    again: 'ORDER_EXPIRED',
    sentInAll: [],
  },
  {
    way: 'a wallet that stays on another network',
    go: () => {
      isReady().chainId = 1
      market.switchRefusals.push(staysAway())
    },
    at: ['sign', 'WALLET_WRONG_CHAIN'],
    again: 'done',
    sentInAll: [],
  },
  {
    way: 'a network that does not answer',
    go: () => (market.isUnreachable = true),
    mend: () => (market.isUnreachable = false),
    at: ['wrap', 'CHAIN_UNREACHABLE'],
    again: 'done',
    sentInAll: ['deposit', 'approve'],
  },
  {
    way: 'a block in which wrapping failed',
    go: () => market.statuses.push('reverted'),
    at: ['wrap', 'TX_REVERTED'],
    sent: ['deposit'],
    transactions: ['TX_REVERTED'],
    again: 'done',
    sentInAll: ['deposit', 'deposit', 'approve'],
  },
  {
    way: 'a block in which allowing failed, with its reason',
    go: () => {
      market.tokens = DRAW
      market.statuses.push('reverted')
      market.reverts.set('approve', [undefined, revertOf(wrappedCoinAbi, 'ERC20InvalidSpender', [BOB], 'approve')])
    },
    at: ['allow', 'CHAIN_REFUSED'],
    sent: ['approve'],
    transactions: ['TX_REVERTED'],
    again: 'done',
    sentInAll: ['approve', 'approve'],
  },
  {
    way: 'a page that was loaded anew while the allowance was on its way',
    go: () => {
      market.tokens = DRAW
      addTransaction({ ...ALLOW, title: 'WETH', hash: market.sendElsewhere({ functionName: 'approve', args: [BOB, DRAW] }) })
    },
    sentInAll: [],
  },
  {
    way: 'another tab that has opened the wallet for the allowance',
    go: () => {
      market.tokens = DRAW
      letGo = askInOtherTab(ALLOW)
    },
    mend: () => letGo(),
    at: ['allow', 'WALLET_BUSY'],
    transactions: ['asking'],
    again: 'done',
    sentInAll: ['approve'],
  },
]

describe('a bid that does not go as planned', () => {
  it.each(WAYS)('[ERR-25, ERR-27] $way', async ({ with: part, go, at, sent = [], transactions = [], mend, again, sentInAll }) => {
    go()
    const { state, again: pressAgain } = await bid(part)
    expect(failedIn(state)).toEqual(at ?? [])
    expect(functionsOf()).toEqual(sent)
    if (at) {
      // No promise is out, and what was wrapped or allowed is not asked for twice.
      expect([state.phase, bidsStored()]).toEqual(['failed', 0])
      expect(listTransactions().map(({ code, status }) => code ?? status)).toEqual(transactions)
      mend?.()
      const next = await pressAgain()
      if (again === 'done') expect(next.phase).toBe('done')
      else expect(failedIn(next)).toEqual(['sign', again])
    }
    expect(functionsOf()).toEqual(sentInAll)
    expect(bidsStored()).toBe(at === undefined || again === 'done' ? 1 : 0)
  })
})

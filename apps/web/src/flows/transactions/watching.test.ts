import { TOKEN_STANDARD } from '@plinth/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALICE, CHAIN, COLLECTION, ScriptedMarket } from '../../../test/scripted-market.ts'
import { setNeedFlow } from '../acts/cart/left-allowance.ts'
import { burnFlow } from '../acts/item/burn.ts'
import type { HeldQuantity } from '../acts/item/quantity-held.ts'
import { createRun, type FlowRun } from '../engine/run.ts'
import { resumeTransactions } from './follow.ts'
import { addTransaction, listTransactions } from './transactions.ts'

let market: ScriptedMarket
vi.mock('../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))

const holding: HeldQuantity = {
  chainId: CHAIN,
  collection: COLLECTION,
  tokenId: 7n,
  standard: TOKEN_STANDARD.ERC721,
  quantity: 1n,
  title: 'Wheat',
  isSent: false,
}
const times = <T>(count: number, seen: T): T[] => Array.from({ length: count }, () => seen)

let run: FlowRun<HeldQuantity>

/** Presses the dialog's button and waits until the wallet has sent, which takes no second. */
async function press(): Promise<void> {
  const before = market.sent.length
  run.submit()
  await vi.waitUntil(() => market.sent.length > before, { interval: 10 })
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)
const outcomes = () => listTransactions().map(({ code, status }) => code ?? status)

beforeEach(() => {
  vi.useFakeTimers()
  market = new ScriptedMarket()
  run = createRun(burnFlow, { context: () => ({ ...holding }) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a sent transaction', () => {
  it('that no node knew for half a minute is listed as dropped, and the step sends it again', async () => {
    market.statuses.push(...times(30, 'unknown' as const))
    await press()
    await seconds(28)
    expect([run.state().phase, outcomes()]).toEqual(['running', ['pending']])
    await seconds(3)
    expect(run.state().steps.burn).toEqual({
      at: 'failed',
      code: 'TX_DROPPED',
      text: 'The network forgot the transaction. Nothing moved.',
    })
    expect(outcomes()).toEqual(['TX_DROPPED'])
    await press()
    await seconds(2)
    expect([run.state().phase, market.sent.length, outcomes()]).toEqual(['done', 2, ['done', 'TX_DROPPED']])
  })

  it('is not given up while no node answers, nor while one has just known it', async () => {
    market.statuses.push(...times(29, 'unknown' as const), 'silent', ...times(29, 'unknown' as const), 'waiting')
    market.statuses.push(...times(29, 'unknown' as const), ...times(600, 'silent' as const))
    await press()
    await seconds(600)
    expect([run.state().phase, outcomes()]).toEqual(['running', ['pending']])
    await seconds(120)
    expect([run.state().phase, market.sent.length, outcomes()]).toEqual(['done', 1, ['done']])
  })

  it('that was sped up in the wallet is known by its new hash to each step that waits for it', async () => {
    const mined = { at: 'mined', hash: '0x2a', blockHash: '0xb', depth: 20n, blockNumber: 2n, isSuccess: true } as const
    let looks = 0
    market.wallet.getTxStatus = async () => (looks++ === 0 ? { at: 'waiting', head: 2n } : mined)
    const hash = market.sendElsewhere({ functionName: 'approve', args: [], value: 0n })
    const context = () => ({ chainId: CHAIN, token: COLLECTION, symbol: 'USD', need: 1n })
    const waiting = [1, 2].map(() => createRun(setNeedFlow, { context, resume: { allow: hash } }))
    for (const one of waiting) one.submit()
    await seconds(2)
    expect(waiting.map((one) => one.state().steps.allow)).toEqual(times(2, { at: 'done', hash: '0x2a' }))
  })

  it.each([
    ['replaced', 'TX_REPLACED', 'You replaced this transaction in your wallet, so nothing of it happened.'],
    ['cancelled', 'TX_CANCELLED', 'You cancelled this transaction in your wallet. Nothing of it happened.'],
  ] as const)('that was %s in the wallet says so in dialog and list, and the step sends it again', async (seen, code, text) => {
    market.statuses.push('waiting', seen)
    await press()
    await seconds(2)
    expect(run.state()).toMatchObject({ phase: 'failed', steps: { burn: { at: 'failed', code, text } } })
    expect(outcomes()).toEqual([code])
    await press()
    await seconds(2)
    expect([run.state().phase, market.sent.length, outcomes()]).toEqual(['done', 2, ['done', code]])
  })

  it('shows the same on a page without an open dialog', async () => {
    const sent = { chainId: CHAIN, account: ALICE, act: 'burn', title: 'Wheat', item: undefined } as const
    for (const functionName of ['burn', 'burn']) addTransaction({ ...sent, hash: market.sendElsewhere({ functionName, args: [] }) })
    // One look at each, in turn: the older is replaced, the newer forgotten.
    market.statuses.push('unknown', 'replaced', ...times(29, 'unknown' as const))
    resumeTransactions()
    await seconds(31)
    expect(outcomes()).toEqual(['TX_DROPPED', 'TX_REPLACED'])
  })
})

import { ERRORS } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeNode, startFakeNode } from '../../../test/chain/fake-node.ts'
import { fakeChain, testClock } from '../../../test/market/harness.ts'
import { createChains } from '../../chain/chains.ts'
import { runForEachNetwork } from '../../chain/each-network.ts'
import { silentLogger } from '../../process/log.ts'

const clock = testClock()
let node: FakeNode
beforeAll(async () => {
  node = await startFakeNode(31337, clock.now())
})
afterAll(() => node.close())

const collection = toAddress(`0x${'1'.repeat(40)}`)
const chainsThatKnow = (...known: number[]) =>
  createChains({
    configs: [56, 31338, 31337].map((id) => fakeChain(node.url, id)),
    defaultChainId: 31337,
    clock,
    whyRefused: async () => undefined,
    whoKnows: async () => known,
  })

describe('the chain of a call (decision 10)', () => {
  const resolve = async (known: number[], hint: { chainId?: number }) =>
    (await chainsThatKnow(...known).resolve({ ...hint, collection })).id

  it.each<[string, number[], { chainId?: number }, number]>([
    ['the one sent', [31337], { chainId: 56 }, 56],
    ['the only one that knows the collection', [31338], {}, 31338],
    ['the default when several know it', [56, 31337], {}, 31337],
    ['the lowest when several know it and the default does not', [31338, 56], {}, 56],
    ['the default when none knows it', [], {}, 31337],
    ['one that knows the collection for -1', [31338], { chainId: -1 }, 31338],
    ['the default in reads for an unconfigured one', [56], { chainId: 5 }, 31337],
  ])('is %s', async (_, known, hint, expected) => {
    expect(await resolve(known, hint)).toBe(expected)
  })

  it('is refused with 4501 in writes when it is not configured', async () => {
    const chains = chainsThatKnow()
    await expect(chains.resolveForWrite({ chainId: 5 })).rejects.toMatchObject({ code: 'CHAIN_UNKNOWN' })
    expect(ERRORS.CHAIN_UNKNOWN.errno).toBe(4501)
    expect((await chains.resolveForWrite({})).id).toBe(31337)
  })

  it('[F-117] is every chain for a list without one, or with -1, the default first', () => {
    const chains = chainsThatKnow()
    const ids = (chainId?: number) => chains.scope(chainId).map((chain) => chain.id)
    expect([ids(), ids(-1), ids(56), ids(5)]).toEqual([[31337, 56, 31338], [31337, 56, 31338], [56], [31337]])
  })
})

describe('what runs for each chain', () => {
  it('is begun again until it runs, and ended with its chain', async () => {
    const chains = chainsThatKnow()
    const [begun, ended]: [number[], number[]] = [[], []]
    const runners = await runForEachNetwork({ chains, log: silentLogger }, async ({ id }) => {
      begun.push(id)
      if (id === 5 && begun.filter((each) => each === 5).length === 1) throw new Error('the database is away')
      return { stop: async () => void ended.push(id) }
    })
    expect(begun.toSorted((a, b) => a - b)).toEqual([56, 31337, 31338])
    chains.put(fakeChain(node.url, 5))
    await expect.poll(() => runners.find(5), { timeout: 10_000 }).toBeDefined()
    expect([begun.slice(3), ended]).toEqual([[5, 5], []])
    chains.drop(5)
    await expect.poll(() => ended).toEqual([5])
    await runners.stop()
    expect(ended.toSorted((a, b) => a - b)).toEqual([5, 56, 31337, 31338])
  })
})

describe('a chain', () => {
  it('goes by its last block’s time plus the seconds since', async () => {
    const chain = chainsThatKnow().default
    expect(chain.now()).toBe(clock.now())
    chain.noteHead({ number: 1, timestamp: 1_000 })
    clock.advance(12)
    expect(chain.now()).toBe(1_012)
    chain.noteHead({ number: 2, timestamp: 1_005 })
    expect(chain.now()).toBe(1_005)
  })

  it('says CHAIN_UNREACHABLE when its node does not answer, and asks again afterwards', async () => {
    const chain = chainsThatKnow().default
    node.setUp(false)
    await expect(chain.fees()).rejects.toMatchObject({ code: 'CHAIN_UNREACHABLE' })
    node.setUp(true)
    expect(await chain.fees()).toEqual({ buyerFeeBps: 250n, minSellerFeeBps: 250n, feeEpoch: 0n, pausedUntil: 0 })
  })

  it('asks a node that failed for fees to show every 5 s alone, and shows the last known ones meanwhile', async () => {
    const chain = chainsThatKnow().default
    node.setUp(false)
    expect(await chain.shownFees()).toBeUndefined()
    node.setUp(true)
    expect(await chain.shownFees()).toBeUndefined()
    clock.advance(6)
    const fees = await chain.shownFees()
    expect(fees?.buyerFeeBps).toBe(250n)
    node.setUp(false)
    clock.advance(6)
    expect([await chain.shownFees(), await chain.shownFees()]).toEqual([fees, fees])
    node.setUp(true)
  })
})

import type { Collection, Config, HistoryRecord, PayToken } from '@plinth/api'
import { type Address, HISTORY_TYPE, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, queryClient } from '../../lib/api.ts'
import { lastSaleIn, marksQuery, moneyLike } from './price-marks.ts'

const CHAIN = 31_337
const addressOf = (digit: string) => toAddress(`0x${digit.repeat(40)}`)
const [OWN, OFFICIAL_721, OFFICIAL_1155] = [addressOf('a'), addressOf('1'), addressOf('2')]
const tokenOf = (address: Address, symbol: string, decimals = 18) => ({ address, symbol, decimals, chainId: CHAIN })
const COIN = tokenOf(ZERO_ADDRESS, 'ETH')
const WRAPPED = tokenOf(addressOf('e'), 'WETH')
const DOLLAR = tokenOf(addressOf('d'), 'PUSD', 6)
const TOKENS = [COIN, WRAPPED, DOLLAR]

/** As much of a row as a price has, which is why its type is cast. */
const row = (type: number, unitPrice: string, { address, decimals } = COIN) =>
  ({ type, content: { unitPrice, payTokenAddress: address, payTokenDecimals: decimals } }) as unknown as HistoryRecord

describe('moneyLike', () => {
  it('takes the coin of a chain and its wrapped twin for one money, from either side', () => {
    expect(new Set(moneyLike(COIN, TOKENS, 'ETH'))).toEqual(new Set([COIN.address, WRAPPED.address]))
    expect(new Set(moneyLike(WRAPPED, TOKENS, 'ETH'))).toEqual(new Set([COIN.address, WRAPPED.address]))
  })

  it('leaves every other token alone, and bridged ether where the coin is another', () => {
    expect(moneyLike(DOLLAR, TOKENS, 'ETH')).toEqual([DOLLAR.address])
    expect(moneyLike(WRAPPED, TOKENS, 'BNB')).toEqual([WRAPPED.address])
    expect(new Set(moneyLike(COIN, TOKENS, 'BNB'))).toEqual(new Set([COIN.address]))
  })

  it('knows a wrapped coin that the market no longer takes', () => {
    expect(new Set(moneyLike(WRAPPED, [COIN], 'ETH'))).toEqual(new Set([COIN.address, WRAPPED.address]))
  })
})

describe('lastSaleIn', () => {
  const history = [row(HISTORY_TYPE.BUY, '2.5', DOLLAR), row(HISTORY_TYPE.ACCEPT, '0.4', WRAPPED), row(HISTORY_TYPE.BUY, '0.1')]

  it('[F-118] is no sale that the published rule leaves out', () => {
    const washed = { ...row(HISTORY_TYPE.BUY, '5.1'), isLeftOut: true }
    expect(lastSaleIn([washed, row(HISTORY_TYPE.BUY, '0.1')], [COIN.address])).toBe(10n ** 17n)
  })

  it('is the newest purchase or accepted bid in that money', () => {
    expect(lastSaleIn(history, [DOLLAR.address])).toBe(2_500_000n)
    expect(lastSaleIn(history, [COIN.address])).toBe(100_000_000_000_000_000n)
    expect(lastSaleIn(history, [COIN.address, WRAPPED.address])).toBe(400_000_000_000_000_000n)
  })

  it('is none where it was only listed, bid for or given away', () => {
    const untraded = [row(HISTORY_TYPE.SALE, '9'), row(HISTORY_TYPE.BID, '8'), row(HISTORY_TYPE.TRANSFER, '0')]
    expect(lastSaleIn(untraded, [COIN.address])).toBeUndefined()
  })
})

describe('marksQuery', () => {
  const config = {
    network: { symbol: 'ETH' },
    contract: { official721: OFFICIAL_721, official1155: OFFICIAL_1155 },
  } as Config
  const marksOf = (token: typeof COIN, collection = OWN) =>
    queryClient.fetchQuery({ ...marksQuery({ chainId: CHAIN, collection, tokenId: 7n }, token, config), staleTime: 0 })

  beforeEach(() => {
    queryClient.clear()
    vi.spyOn(api.paytoken, 'list').mockResolvedValue(TOKENS as PayToken[])
    vi.spyOn(api.nft, 'history').mockResolvedValue([row(HISTORY_TYPE.BUY, '0.3'), row(HISTORY_TYPE.BUY, '70', DOLLAR)])
    vi.spyOn(api.contract, 'list').mockResolvedValue([])
    vi.spyOn(api.contract, 'floor').mockResolvedValue([
      { payToken: COIN.address, unitPrice: 900n },
      { payToken: WRAPPED.address, unitPrice: 800n },
      { payToken: DOLLAR.address, unitPrice: 5n },
    ])
  })
  afterEach(() => {
    vi.restoreAllMocks()
    queryClient.clear()
  })

  it('compares a bid in wrapped coin with what was paid in coin, and with the cheaper floor of the two', async () => {
    const marks = { lastSale: 300_000_000_000_000_000n, floor: 800n }
    expect(await marksOf(WRAPPED)).toMatchObject(marks)
    expect(await marksOf(COIN)).toMatchObject(marks)
    expect(api.nft.history).toHaveBeenCalledWith({ chainId: CHAIN, collection: OWN, tokenId: 7n })
    expect(api.contract.floor).toHaveBeenCalledWith({ chainId: CHAIN, collection: OWN })
  })

  it('compares a price in dollars with dollars alone', async () => {
    expect(await marksOf(DOLLAR)).toMatchObject({ lastSale: 70_000_000n, floor: 5n })
  })

  it('has no floor where nothing is on sale in that money', async () => {
    vi.mocked(api.contract.floor).mockResolvedValue([{ payToken: DOLLAR.address, unitPrice: 5n }])
    expect((await marksOf(WRAPPED)).floor).toBeUndefined()
  })

  it('of an item that is about to be made knows what the others in its collection cost, and nothing while none is chosen', async () => {
    const marksIn = (collection: Address | undefined) => queryClient.fetchQuery(marksQuery({ chainId: CHAIN, collection }, COIN, config))
    expect(await marksIn(OWN)).toMatchObject({ lastSale: undefined, floor: 800n })
    expect(await marksIn(undefined)).toMatchObject({ lastSale: undefined, floor: undefined })
    expect(api.nft.history).not.toHaveBeenCalled()
  })

  it.each([OFFICIAL_721, OFFICIAL_1155])('asks for no floor where everybody mints: %s', async (shared) => {
    expect(await marksOf(WRAPPED, shared)).toMatchObject({ lastSale: 300_000_000_000_000_000n, floor: undefined })
    expect(api.contract.floor).not.toHaveBeenCalled()
  })

  it('knows no floor either in a collection that the operator made official', async () => {
    vi.mocked(api.contract.list).mockResolvedValue([{ address: OWN }] as Collection[])
    expect((await marksOf(COIN)).floor).toBeUndefined()
    expect(api.contract.list).toHaveBeenCalledWith({ chainId: CHAIN })
  })
})

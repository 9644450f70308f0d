import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CHAIN, COLLECTION, runFlow, ScriptedMarket } from '../../test/scripted-market.ts'
import { api } from '../lib/api.ts'
import { acceptFlow } from './accept-bid.ts'
import { auctionFlow } from './auction.ts'
import { auctionBidFlow } from './auction-bid.ts'
import { bidFlow } from './bid.ts'
import { claimFlow, collectFlow, refundFlow } from './box-dues.ts'
import { burnFlow } from './burn.ts'
import { buyFlow } from './buy.ts'
import { cancelAuctionFlow } from './cancel-auction.ts'
import { cancelAuctionBidFlow } from './cancel-auction-bid.ts'
import { cancelBidFlow, cancelSaleFlow } from './cancel-order.ts'
import { createCollectionFlow } from './create-collection.ts'
import { createItemFlow } from './create-item.ts'
import { describeCollectionFlow } from './describe-collection.ts'
import type { Flow } from './engine.ts'
import { freezeMetadataFlow } from './freeze-metadata.ts'
import { openBoxFlow } from './open-box.ts'
import { saleFlow } from './sale.ts'
import { settleFlow } from './settle-auction.ts'
import { transferFlow } from './transfer.ts'
import { unwrapFlow } from './wrap.ts'

let market: ScriptedMarket
vi.mock('../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))

beforeEach(() => {
  market = new ScriptedMarket()
  market.account = undefined
  vi.spyOn(api.storage, 'upload').mockResolvedValue({} as never)
  vi.spyOn(api.contract, 'describe').mockResolvedValue({ metadataUrl: 'ipfs://x' })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const here = { chainId: CHAIN, address: COLLECTION, collection: COLLECTION, token: COLLECTION }
/** No act gets as far as reading more of what it is about. */
const about = {
  ...here,
  item: here,
  box: here,
  kept: here,
  credit: here,
  auction: here,
  order: here,
  token: here,
  files: {},
  file: new File([], 'a'),
}

const ACTS = {
  acceptFlow,
  auctionFlow,
  auctionBidFlow,
  bidFlow,
  burnFlow,
  buyFlow: buyFlow(false),
  cancelAuctionFlow,
  cancelBidFlow,
  cancelSaleFlow,
  claimFlow,
  collectFlow,
  createCollectionFlow,
  createItemFlow: createItemFlow('sell', false),
  describeCollectionFlow,
  freezeMetadataFlow,
  openBoxFlow: openBoxFlow(here as never),
  refundFlow,
  saleFlow,
  settleFlow: settleFlow(false),
  cancelAuctionBidFlow: cancelAuctionBidFlow(true),
  transferFlow,
  unwrapFlow,
}

it.each(Object.entries(ACTS))('[TX-24, ERR-08] %s says that no wallet is connected, and asks no chain and no wallet', async (_, flow) => {
  // Each is of its own act; all of them need a chain.
  const { state } = await runFlow(flow as unknown as Flow<typeof about>, { ...about })
  const failures = [state.failure, ...Object.values(state.steps)].filter((failure) => failure && 'code' in failure)
  expect(failures).toMatchObject([{ code: 'WALLET_NOT_CONNECTED', text: 'Wallet not connected.' }])
  expect([market.log, market.asked, market.sent]).toEqual([[], [], []])
})

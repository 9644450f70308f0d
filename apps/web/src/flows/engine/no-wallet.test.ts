import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CHAIN, COLLECTION, runFlow, ScriptedMarket } from '../../../test/scripted-market.ts'
import { api } from '../../lib/api.ts'
import { auctionFlow } from '../acts/auction/auction.ts'
import { auctionBidFlow } from '../acts/auction/auction-bid.ts'
import { cancelAuctionFlow } from '../acts/auction/cancel-auction.ts'
import { cancelAuctionBidFlow } from '../acts/auction/cancel-auction-bid.ts'
import { settleFlow } from '../acts/auction/settle-auction.ts'
import { claimFlow, collectFlow, refundFlow } from '../acts/box/box-dues.ts'
import { openBoxFlow } from '../acts/box/open-box.ts'
import { burnFlow } from '../acts/item/burn.ts'
import { createCollectionFlow } from '../acts/item/create-collection.ts'
import { createItemFlow } from '../acts/item/create-item.ts'
import { describeCollectionFlow } from '../acts/item/describe-collection.ts'
import { freezeMetadataFlow } from '../acts/item/freeze-metadata.ts'
import { transferFlow } from '../acts/item/transfer.ts'
import { unwrapFlow } from '../acts/money/wrap.ts'
import { acceptFlow } from '../acts/order/accept-bid.ts'
import { bidFlow } from '../acts/order/bid.ts'
import { buyFlow } from '../acts/order/buy.ts'
import { cancelBidFlow, cancelSaleFlow } from '../acts/order/cancel-order.ts'
import { saleFlow } from '../acts/order/sale.ts'
import type { Flow } from './engine.ts'

let market: ScriptedMarket
vi.mock('../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))

beforeEach(() => {
  market = new ScriptedMarket()
  market.account = undefined
  // What is uploaded is not looked at.
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
  // A place is not looked at before there is a wallet.
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

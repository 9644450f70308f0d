import { ApiError, type SignatureRecord } from '@plinth/api'
import { type Address, moneyOf } from '@plinth/protocol'
import { AUCTION_ABI, type ContractCall, cancelManyCall, endBidsCall, endEverythingCall } from '@plinth/sdk'
import { nextEvent } from '../../../lib/live-state.ts'
import { openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow, Step } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'
import { allowedApi } from './allowed-api.ts'

/** One transaction that ends signatures at one contract. */
export type Ending = {
  readonly key: string
  readonly of: 'orders' | 'auction' | 'bids'
  readonly call: ContractCall
  readonly signed: readonly SignatureRecord[]
}

export const signatureKey = ({ chainId, kind, exchange, salt, auction }: SignatureRecord): string =>
  [chainId, kind, exchange, salt, auction].join()

/** Orders end together by their numbers, one transaction for each exchange; each auction, and the bids in one, by a transaction more. */
export function endingsOf(signed: readonly SignatureRecord[], account: Address): Ending[] {
  const isOrder = ({ kind }: SignatureRecord) => kind === 'listing' || kind === 'bid' || kind === 'offer'
  const byExchange = Map.groupBy(signed.filter(isOrder), ({ chainId, exchange }) => `${chainId} ${exchange}`)
  const orders = [...byExchange].flatMap(([key, some]): Ending[] => {
    const [first] = some
    if (!first) return []
    const salts = some.map(({ salt }) => salt)
    return [{ key, of: 'orders', call: cancelManyCall(first.chainId, first.exchange, salts), signed: some }]
  })
  const others = signed
    .filter((one) => !isOrder(one))
    .map((one): Ending => {
      const isBid = one.kind === 'auctionBid'
      const call = isBid ? endBidsCall(one.chainId, one.exchange, one.auction ?? '0x', one.amount) : cancelAuction(one, account)
      return { key: signatureKey(one), of: isBid ? 'bids' : 'auction', call, signed: [one] }
    })
  return [...orders, ...others]
}

/** The contract ends an auction by its key. */
function cancelAuction(auction: SignatureRecord, owner: Address): ContractCall {
  const { chainId, exchange, collection, tokenId = 0n, assetType, payToken, salt } = auction
  const key = { owner, salt, sellAsset: { token: collection, tokenId, assetType }, buyAsset: moneyOf(payToken.address) }
  return { chainId, address: exchange, abi: AUCTION_ABI, functionName: 'cancel', args: [key] }
}

export type EndContext = { title: string }

const endStep = ({ key, call, signed }: Ending): Step<EndContext> => ({
  key,
  run: async ({ title }, progress) => {
    const subject = `${call.functionName} ${signed.length} ${key} ${signed[0]?.salt}`
    await transact(await openChain(call.chainId), call, { act: 'endSigned', title, item: undefined, subject }, progress)
    const ended = new Set(signed.map(signatureKey))
    // Until then the market refuses another listing of the same work.
    await untilIndexed(async () => !(await isAnyLeft(call.chainId, ended)))
  },
})

/** Whether the market still lists one of these among what the account has signed. */
async function isAnyLeft(chainId: number, keys: ReadonlySet<string>): Promise<boolean> {
  for (let page = 1; ; page++) {
    const { list } = await allowedApi.signatures({ chainId, page, limit: PAGE })
    if (list.some((one) => keys.has(signatureKey(one)))) return true
    if (list.length < PAGE) return false
  }
}

/** Ends signatures by these transactions, one by one. */
export const endSignedFlow = (endings: readonly Ending[]): Flow<EndContext> => ({ steps: endings.map(endStep) })

export const endingKey = (exchange: Address): string => `end ${exchange}`

/** Ends everything at these exchanges, one transaction for each: needs a node and no server. */
export const endEverythingFlow = (chainId: number, exchanges: readonly Address[]): Flow<EndContext> => ({
  steps: exchanges.map((exchange) => ({
    key: endingKey(exchange),
    run: async ({ title }, progress) => {
      const call = endEverythingCall(chainId, exchange)
      await transact(await openChain(chainId), call, { act: 'endEverything', title, item: undefined, subject: exchange }, progress)
      await untilRead(chainId, (left) => left.every((key) => !key.includes(exchange)))
    },
  })),
})

const PAGE = 100
const PATIENCE_MS = 20_000

/**
 * Waits until the server lists nothing of these exchanges. The chain has it already, so a server that is away, slow or without a session
 * is not waited for.
 */
async function untilRead(chainId: number, isRead: (left: readonly string[]) => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await nextEvent(700)) {
    const left = await allowedApi.signatures({ chainId, page: 1, limit: PAGE }).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined
      throw error
    })
    if (!left || isRead(left.list.map(signatureKey))) return
  }
}

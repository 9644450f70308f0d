import { type Address, ORDER_TYPE, type OrderType } from '@plinth/protocol'
import { approveSteps, transaction } from './act-steps.ts'
import { isApproved } from './approvals.ts'
import { type BulkMarket, type LineOutcomes, prepareMany } from './bulk.ts'
import { isCancelled } from './cancel.ts'
import { cancelManyCall } from './end-everything.ts'
import type { ContractCall, Market } from './market.ts'
import type { Act, ActStep } from './requests.ts'
import type { SaleTerms } from './sale.ts'

/** Receives what became of each line: when the signature is prepared, and once it is submitted. */
type Seen = (outcomes: LineOutcomes) => void
/** Of an open sale, whose price changes. */
type Repriced = SaleTerms & { salt: bigint }

/** Puts many items on sale by one signature. A collection that the account does not approve stops its own items alone. */
export const listMany = (market: BulkMarket, lines: readonly SaleTerms[], seen?: Seen): Act => [
  ...approveSteps(
    market,
    lines.map(({ collection }) => collection),
  ),
  signManyStep(market, lines, seen),
]

/** Lowers the prices of many open sales by one signature. */
export const editMany = (market: BulkMarket, lines: readonly Repriced[], seen?: Seen): Act => [signManyStep(market, lines, seen)]

/** Raises the prices of many open sales: one transaction ends them, and one signature puts their items on sale again. */
export const raiseMany = (market: BulkMarket, lines: readonly Repriced[], seen?: Seen): Act => [
  ...endMany(market, lines),
  ...listMany(
    market,
    lines.map(({ salt: _, ...line }) => line),
    seen,
  ),
]

/** One signature for the lines whose collections are approved at that moment. */
export function signManyStep(market: BulkMarket, lines: readonly SaleTerms[], seen: Seen = () => undefined): ActStep {
  return {
    key: 'sign',
    prepare: async () => {
      const approved = await approvedAmong(market, new Set(lines.map(({ collection }) => collection)))
      const ready = [...lines.entries()].filter(([, { collection }]) => approved.has(collection))
      const { request, outcomes } = await prepareMany(
        market,
        ready.map(([, line]) => line),
      )
      const tell = (): void => {
        const known = outcomes()
        const places = new Map(ready.map(([at], place) => [at, place]))
        seen(lines.map((_, at) => (places.has(at) ? known[places.get(at) ?? 0] : { code: 'APPROVAL_MISSING' })))
      }
      tell()
      if (!request) return undefined
      const submit = async (signature: `0x${string}`): Promise<void> => {
        await request.submit(signature)
        tell()
      }
      return { ...request, submit }
    },
  }
}

async function approvedAmong(market: Market, collections: ReadonlySet<Address>): Promise<ReadonlySet<Address>> {
  const answers = await Promise.all(
    [...collections].map(async (collection) => ((await isApproved(market, collection)) ? [collection] : [])),
  )
  return new Set(answers.flat())
}

/** An open order of the account. */
export type OpenOrder = { collection: Address; tokenId: bigint; salt: bigint; type?: OrderType }

/** The call that ends the account's orders, whatever their numbers. */
export const endManyCall = ({ chainId, config }: Market, orders: readonly Pick<OpenOrder, 'salt'>[]): ContractCall =>
  cancelManyCall(
    chainId,
    config.contract.exchange,
    orders.map(({ salt }) => salt),
  )

/** Ends many open sales and bids of the account by one transaction, where one of them is still open. */
export function endMany(market: Market, orders: readonly OpenOrder[]): Act {
  let open: OpenOrder | undefined
  const isOver = (order: OpenOrder): Promise<boolean> => {
    const { collection, tokenId, type = ORDER_TYPE.SALE } = order
    return isCancelled(market, { collection, tokenId, owner: market.account, type }, order)
  }
  return [
    {
      key: 'end',
      prepare: async () => {
        open = undefined
        for (const order of orders) {
          if (await isOver(order)) continue
          open = order
          return transaction(endManyCall(market, orders))
        }
        return undefined
      },
      // The server learns of all of them by one block.
      isIndexed: async () => open === undefined || isOver(open),
    },
  ]
}

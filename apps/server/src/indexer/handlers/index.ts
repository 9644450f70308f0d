import { type Address, TOKEN_STANDARD, type TokenStandard, toAddress } from '@plinth/protocol'
import { auctionExchangeAbi, blindBoxAbi, collection721Abi, collection1155Abi, exchangeAbi } from '@plinth/protocol/abi'
import {
  type Abi,
  BaseError,
  type ContractEventArgsFromTopics,
  type ContractEventName,
  decodeEventLog,
  type Hex,
  toEventSelector,
} from 'viem'
import { editionOf } from '../../chain/editions.ts'
import type { ChainContracts } from '../../config/config.ts'
import type { BlockContext } from '../../state/block-context.ts'
import type { RawLog } from '../../state/chain/raw-log.ts'
import { auctionHandlers } from './auction.ts'
import { boxHandlers } from './box.ts'
import { collection721Handlers } from './collection721.ts'
import { collection1155Handlers } from './collection1155.ts'
import { exchangeHandlers } from './exchange.ts'
import { type Handler, type HandlerTable, IGNORED } from './table.ts'

/** A log that concerns the market, decoded and ready to apply. */
export type BoundLog = {
  readonly log: RawLog
  readonly event: string
  readonly subject: string
  readonly args: Record<string, unknown>
  readonly accounts: readonly Address[]
  /** Stored in a table of its own kind, and not among the logs. */
  readonly isTyped: boolean
  apply(context: BlockContext): Promise<void>
}

type Binder = (log: RawLog) => BoundLog | undefined

const EXCHANGE = bindTable(exchangeAbi, exchangeHandlers)
const AUCTION_EXCHANGE = bindTable(auctionExchangeAbi, auctionHandlers)
const BLIND_BOX = bindTable(blindBoxAbi, boxHandlers)
const COLLECTION: Record<TokenStandard, Map<Hex, Binder>> = {
  [TOKEN_STANDARD.ERC721]: bindTable(collection721Abi, collection721Handlers),
  [TOKEN_STANDARD.ERC1155]: bindTable(collection1155Abi, collection1155Handlers),
}

/**
 * Decodes the logs of the exchanges, the blind boxes and our collections, of every edition. A log that does not decode is not
 * ours: for example the same topic with other indexed fields.
 */
export function bindLogs(
  logs: readonly RawLog[],
  contracts: ChainContracts,
  standardOf: (address: Address) => TokenStandard | undefined,
): BoundLog[] {
  const tableOf = (address: Address) => {
    const { exchange, auctionExchange, blindBox } = editionOf(contracts, address)
    if (address === exchange) return EXCHANGE
    if (address === auctionExchange) return AUCTION_EXCHANGE
    if (address === blindBox) return BLIND_BOX
    const standard = standardOf(address)
    return standard === undefined ? undefined : COLLECTION[standard]
  }
  return logs.flatMap((log) => {
    const topic = log.topics[0]
    if (!topic) return []
    const binder = tableOf(log.address)?.get(topic)
    if (!binder) return []
    try {
      return binder(log) ?? []
    } catch (error) {
      if (error instanceof BaseError) return []
      throw error
    }
  })
}

function bindTable<const A extends Abi>(abi: A, table: HandlerTable<A>): Map<Hex, Binder> {
  const bound = new Map<Hex, Binder>()
  for (const event of Object.keys(table) as ContractEventName<A>[]) {
    const handler = table[event]
    if (handler !== IGNORED) bound.set(selectorOf(abi, event), bind(abi, event, handler))
  }
  return bound
}

function bind<const A extends Abi, E extends ContractEventName<A>>(abi: A, event: E, handler: Handler<A, E>): Binder {
  return (log) => {
    const args = handler.decode ? handler.decode(log) : decode<A, E>(abi, event, log)
    if (args === undefined) return undefined
    return {
      log,
      event,
      subject: handler.subject?.(args) ?? '',
      args: { ...(args as object) },
      isTyped: handler.isTyped ?? false,
      accounts: (handler.accounts?.(args) ?? []).map(toAddress),
      // Logs of a former edition apply to its own contracts.
      apply: (context) => handler.apply({ ...context, contracts: editionOf(context.contracts, log.address) }, log, args),
    }
  }
}

/** @throws the library's decoding errors */
function decode<const A extends Abi, E extends ContractEventName<A>>(abi: A, event: E, { topics, data }: RawLog) {
  const [first, ...rest] = topics
  const decoded = decodeEventLog({ abi: abi as Abi, eventName: event as string, data, topics: first ? [first, ...rest] : [] })
  // viem infers this very type from a literal ABI; here it is generic. An event without arguments has none.
  return (decoded.args ?? []) as ContractEventArgsFromTopics<A, E>
}

function selectorOf(abi: Abi, event: string): Hex {
  const item = abi.find((entry) => entry.type === 'event' && entry.name === event)
  if (item?.type !== 'event') throw new Error(`The ABI has no event ${event}`)
  return toEventSelector(item)
}

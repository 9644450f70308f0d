import { type Address, toAddress } from '@plinth/protocol'
import { collection721Abi, exchangeAbi } from '@plinth/protocol/abi'
import { type Abi, type ContractEventArgsFromTopics, type ContractEventName, decodeEventLog, type Hex, toEventSelector } from 'viem'
import type { RawLog, Scope } from '../scope.ts'
import { collection721Handlers } from './collection721.ts'
import { exchangeHandlers } from './exchange.ts'
import { type Handler, type HandlerTable, IGNORED } from './table.ts'

/** A log that concerns the market, read and ready to take effect. */
export type BoundLog = {
  readonly log: RawLog
  readonly event: string
  readonly subject: string
  readonly args: Record<string, unknown>
  readonly accounts: readonly Address[]
  apply(scope: Scope): Promise<void>
}

type Binder = (log: RawLog) => BoundLog

const EXCHANGE = bindTable(exchangeAbi, exchangeHandlers)
const COLLECTION = bindTable(collection721Abi, collection721Handlers)

/**
 * Reads the logs of the exchange and of our collections. What does not decode is not ours: the same topic with other
 * indexed fields, say.
 */
export function bindLogs(logs: readonly RawLog[], exchange: Address, isCollection: (address: Address) => boolean): BoundLog[] {
  return logs.flatMap((log) => {
    const topic = log.topics[0]
    if (!topic) return []
    const binder = log.address === exchange ? EXCHANGE.get(topic) : isCollection(log.address) ? COLLECTION.get(topic) : undefined
    if (!binder) return []
    try {
      return [binder(log)]
    } catch (error) {
      if (error instanceof Error && /Decode|Invalid|OutOfBounds/.test(error.name)) return []
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
    const [first, ...rest] = log.topics
    const decoded = decodeEventLog({ abi: abi as Abi, eventName: event as string, data: log.data, topics: first ? [first, ...rest] : [] })
    // The library infers this very type when it can see the literal ABI; here it is generic.
    const args = decoded.args as ContractEventArgsFromTopics<A, E>
    return {
      log,
      event,
      subject: handler.subject?.(args) ?? '',
      args: Object.fromEntries(Object.entries(decoded.args ?? {})),
      accounts: (handler.accounts?.(args) ?? []).map(toAddress),
      apply: (scope) => handler.apply(scope, log, args),
    }
  }
}

function selectorOf(abi: Abi, event: string): Hex {
  const item = abi.find((entry) => entry.type === 'event' && entry.name === event)
  if (item?.type !== 'event') throw new Error(`The ABI has no event ${event}`)
  return toEventSelector(item)
}

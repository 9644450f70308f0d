import type { Clock } from '../process/clock.ts'
import type { Logger } from '../process/log.ts'
import { Endpoint, type RpcLimits } from './endpoint.ts'
import { isNodeFault, NodeFault } from './node-fault.ts'

/** One node of a pool: it alone answers the requests. */
export type Node = {
  readonly name: string
  request(method: string, params?: unknown): Promise<unknown>
  /** Several calls of one method in one request; undefined where the node does not take several. */
  requestMany?(method: string, calls: readonly unknown[]): Promise<unknown[] | undefined>
}

export type RpcPool = {
  readonly size: number
  /** When a node last answered, in milliseconds of the clock; undefined while none has. */
  answeredAtMs(): number | undefined
  /** Asks all nodes at once, also those set aside, but for those that asked for a pause. @throws AggregateError when none answers for this chain */
  reachAny(): Promise<void>
  /** One call, to any node that answers. */
  request(method: string, params?: unknown): Promise<unknown>
  /**
   * Runs several calls on one node, so that a header and its logs are consistent. When the node fails or contradicts itself,
   * all of `work` runs again on another one. `besides`: a node to leave out, unless no other answers; after a contradiction it is
   * left out all the same.
   * @throws NodeFault when all fail
   */
  withNode<T>(work: (node: Node) => Promise<T>, options?: { readonly besides?: Node }): Promise<T>
}

type Member = {
  readonly endpoint: Endpoint
  failures: number
  quietUntilMs: number
  /** The node requested the pause itself: until it is over the node is not used, not even as the last resort. */
  isPaused: boolean
  /** How often it was set aside: requests that began before the last time say nothing new. */
  setAside: number
  /** Whether the node has confirmed its chain id since its last failure. */
  isChecked: boolean
}

const FIRST_QUIET_MS = 250
const LONGEST_QUIET_MS = 60_000
/** A false answer weighs more than a lost connection. */
const LIE_FACTOR = 8
const WRONG_CHAIN_QUIET_MS = 60_000
const DEFAULT_PAUSE_MS = 1_000

export type PoolOptions = {
  readonly chainId: number
  readonly urls: readonly string[]
  readonly limits: RpcLimits
  readonly clock: Clock
  readonly log: Logger
}

/** The nodes of one chain, in the operator's order of preference; a failing one is skipped for a while, doubling. */
export function createPool({ chainId, urls, limits, clock, log }: PoolOptions): RpcPool {
  const members = urls.map((url, index): Member => {
    const endpoint = new Endpoint(`node ${index + 1} of ${urls.length} of chain ${chainId}`, url, limits)
    return { endpoint, failures: 0, quietUntilMs: 0, isPaused: false, setAside: 0, isChecked: false }
  })

  const choose = (tried: ReadonlySet<Member>): Member | undefined => {
    const now = clock.nowMs()
    const free = members.filter((member) => !(member.isPaused && member.quietUntilMs > now))
    const fresh = free.filter((member) => !tried.has(member))
    const rested = fresh.find((member) => member.quietUntilMs <= now)
    return rested ?? fresh.toSorted((a, b) => a.quietUntilMs - b.quietUntilMs)[0]
  }
  const blame = (member: Member, error: unknown, setAside: number): void => {
    const fault = faultOf(error)
    // Eight requests that fail together are one failure of the node.
    if (member.setAside > setAside && fault?.kind !== 'contradiction' && fault?.kind !== 'rate limit') return
    member.setAside++
    member.failures++
    member.isChecked = false
    member.isPaused = fault?.kind === 'rate limit'
    member.quietUntilMs = clock.nowMs() + quietMs(fault, member.failures)
    log.warn('node set aside', { chainId, node: member.endpoint.name, failures: member.failures, why: fault?.message })
  }
  const checkChain = async (member: Member): Promise<void> => {
    if (member.isChecked) return
    const answer = await member.endpoint.request('eth_chainId')
    if (typeof answer !== 'string' || Number(answer) !== chainId)
      throw new NodeFault('wrong chain', `${member.endpoint.name} is on ${answer}`)
    member.isChecked = true
  }
  let answeredAtMs: number | undefined
  const attempt = async <T>(member: Member, work: (node: Node) => Promise<T>): Promise<T> => {
    await checkChain(member)
    const result = await work(member.endpoint)
    member.failures = 0
    member.quietUntilMs = 0
    answeredAtMs = clock.nowMs()
    return result
  }
  const withNode: RpcPool['withNode'] = async (work, { besides } = {}) => {
    const leftOut = new Set(members.filter((member) => member.endpoint === besides))
    const tried = new Set(leftOut)
    let contradiction: unknown
    // A lone node gets a second chance: most lost connections are no more than that.
    for (let left = Math.max(2, members.length); ; left--) {
      const member = choose(tried) ?? choose(contradiction === undefined ? new Set() : leftOut)
      if (!member) throw contradiction ?? new NodeFault('rate limit', `Every node of chain ${chainId} asked for a pause`)
      tried.add(member)
      const { setAside } = member
      try {
        return await attempt(member, work)
      } catch (error) {
        if (!isNodeFault(error)) throw error
        blame(member, error, setAside)
        if (left === 1) throw error
        if (faultOf(error)?.kind === 'contradiction') contradiction = error
      }
    }
  }
  const reach = async ({ endpoint }: Member): Promise<void> => {
    const answer = await endpoint.request('eth_chainId')
    if (typeof answer !== 'string' || Number(answer) !== chainId) throw new NodeFault('wrong chain', `${endpoint.name} is on ${answer}`)
    answeredAtMs = clock.nowMs()
  }
  return {
    size: members.length,
    answeredAtMs: () => answeredAtMs,
    reachAny: () => Promise.any(members.filter((one) => !one.isPaused || one.quietUntilMs <= clock.nowMs()).map(reach)),
    withNode,
    request: (method, params) => withNode((node) => node.request(method, params)),
  }
}

function faultOf(error: unknown): NodeFault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof NodeFault) return cause
  return undefined
}

function quietMs(fault: NodeFault | undefined, failures: number): number {
  if (fault?.kind === 'rate limit') return fault.waitMs ?? DEFAULT_PAUSE_MS
  if (fault?.kind === 'wrong chain') return WRONG_CHAIN_QUIET_MS
  const factor = fault?.kind === 'contradiction' ? LIE_FACTOR : 1
  return Math.min(LONGEST_QUIET_MS, FIRST_QUIET_MS * factor * 2 ** Math.min(failures - 1, 10))
}

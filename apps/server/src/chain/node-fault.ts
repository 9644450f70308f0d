/** Faults of a node itself; a contract's answer is none of these. */
export type FaultKind =
  | 'unreachable'
  | 'late'
  | 'rate limit'
  | 'too large'
  | 'no answer of JSON-RPC'
  | 'refused'
  | 'no such method'
  | 'wrong chain'
  | 'behind'
  | 'contradiction'

/**
 * A node failed, or contradicts itself; another one may succeed, or the same one later. Names the node by its position in the
 * configuration: a URL may hold a key.
 */
export class NodeFault extends Error {
  override readonly name = 'NodeFault'
  readonly kind: FaultKind
  /** The pause that the node requested. */
  readonly waitMs: number | undefined

  constructor(kind: FaultKind, details: string, waitMs?: number) {
    super(`${details} (${kind})`)
    this.kind = kind
    this.waitMs = waitMs
  }
}

/** The node's answer breaks a rule of the chain: logs that are not of the block, or not all of them. All of it is discarded. */
export class RpcFault extends NodeFault {
  constructor(details: string) {
    super('contradiction', details)
  }
}

/** More than any useful contract returns; final, as a revert is, and no fault of the node. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/** Whether the node, not the request, is to blame. */
export function isNodeFault(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof NodeFault) return true
  return false
}

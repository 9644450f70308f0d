/** The memory of jobs between their runs, chains by id. It ends with the process: a restart looks at all again. */
export type JobMemory = {
  readonly fills: {
    /** Chains whose collections were looked through for those without checks. */
    readonly looked: Set<number>
    /** When a chain was last asked whether its exchange is stopped, in unix seconds. */
    readonly askedAt: Map<number, number>
    /** Calls that a chain has left, and since when. */
    readonly budgets: Map<number, { left: number; atMs: number }>
  }
  readonly statistics: {
    /** The hour in which a chain was last looked through for figures that time has changed. */
    readonly hours: Map<number, number>
    /** When a chain's floors are recorded next, by `performance.now()`. */
    readonly floorsRestUntil: Map<number, number>
  }
  /** Whether collections were looked through for those without ranks. */
  readonly ranks: { areLooked: boolean }
  /** Drafts that were stale in the run before. No reorganisation takes a mint back for so long. */
  readonly drafts: { stale: ReadonlySet<string> }
  /** The last order of each chain's round. */
  readonly rounds: Map<number, number>
}

export function createJobMemory(): JobMemory {
  return {
    fills: { looked: new Set(), askedAt: new Map(), budgets: new Map() },
    statistics: { hours: new Map(), floorsRestUntil: new Map() },
    ranks: { areLooked: false },
    drafts: { stale: new Set() },
    rounds: new Map(),
  }
}

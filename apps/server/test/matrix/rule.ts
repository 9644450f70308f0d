import type { Call, Catalogue, ErrorCode, Input, Output, Segment } from '@plinth/api'
import type { World } from './world.ts'

type Names<S extends Segment> = `${S}.${keyof Catalogue[S] & string}`
export type CallName = { [S in Segment]: Names<S> }[Segment]
type CallOf<N extends CallName> = N extends `${infer S extends Segment}.${infer K}`
  ? K extends keyof Catalogue[S]
    ? Catalogue[S][K]
    : never
  : never
type InputOf<N extends CallName> = CallOf<N> extends infer C extends Call ? Input<C> : never
type OutputOf<N extends CallName> = CallOf<N> extends infer C extends Call ? Output<C> : never

/** The outcome of a call by caller: what `by` picks from the response, `SERVED` without it, or the code of the refusal. */
type Outcomes<N extends CallName> = {
  readonly by?: (answer: OutputOf<N>, world: World) => unknown
  /** default SERVED */
  readonly alice?: unknown
  /** default: as Alice */
  readonly bob?: unknown
}

/** Valid arguments, and the response to Alice, Bob and a visitor; without `by` the same for all. */
export type Anybody<N extends CallName> = Outcomes<N> & {
  readonly anybody: (world: World) => InputOf<N>
  /** default: as Bob */
  readonly nobody?: unknown
  /** With a token that has ended; default: as without one. */
  readonly dead?: ErrorCode
}
/** Only the token's own data, whatever address the form names. */
export type Oneself<N extends CallName> = Outcomes<N> & { readonly oneself: (world: World) => InputOf<N> }
/** Acts on data of one account: the form, and the refusal of all others. */
export type Owned<N extends CallName> = {
  readonly send: (world: World) => InputOf<N>
  readonly others: ErrorCode
  /** default Alice */
  readonly by?: 'operator'
}

export const SERVED = 'served'

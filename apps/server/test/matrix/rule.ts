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

/** What comes of a call by who makes it: what `by` picks of the answer, `SERVED` without it, or the code of the refusal. */
type Outcomes<N extends CallName> = {
  readonly by?: (answer: OutputOf<N>, world: World) => unknown
  /** SERVED where it is left out */
  readonly alice?: unknown
  /** as Alice where it is left out */
  readonly bob?: unknown
}

/** Right arguments, and what the answer says to Alice, Bob and nobody; without `by` the very same to everyone. */
export type Anybody<N extends CallName> = Outcomes<N> & {
  readonly anybody: (world: World) => InputOf<N>
  /** as Bob where it is left out */
  readonly nobody?: unknown
}
/** Of the token's own things alone, whatever address is sent beside. */
export type Oneself<N extends CallName> = Outcomes<N> & { readonly oneself: (world: World) => InputOf<N> }
/** Acts on something of one person's: what is sent, and how everybody else is refused. */
export type Owned<N extends CallName> = {
  readonly send: (world: World) => InputOf<N>
  readonly others: ErrorCode
  /** Alice where it is left out */
  readonly by?: 'operator'
}

export const SERVED = 'served'

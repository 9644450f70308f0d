import { OPEN_RULES } from './open-rules.ts'
import { OWN_RULES } from './own-rules.ts'
import type { Anybody, CallName, Oneself, Owned } from './rule.ts'

/** Who may make a call. `ended`: it ends what it is asked with, and is asked last. */
export type Rules = { readonly [N in CallName]: Anybody<N> | Oneself<N> | Owned<N> | 'ended' }

/** A call that stands in the catalogue and not here does not compile. */
export const RULES: Rules = { ...OPEN_RULES, ...OWN_RULES, 'user.logout': 'ended', 'user.remove': 'ended' }

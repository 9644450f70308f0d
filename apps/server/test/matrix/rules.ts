import { OPEN_RULES } from './open-rules.ts'
import { OWN_RULES } from './own-rules.ts'
import type { Anybody, CallName, Oneself, Owned } from './rule.ts'

/** Who may make a call. `ended`: it ends the session that makes it, and comes last. */
export type Rules = { readonly [N in CallName]: Anybody<N> | Oneself<N> | Owned<N> | 'ended' }

/** A call of the catalogue without a row here does not compile. */
export const RULES: Rules = { ...OPEN_RULES, ...OWN_RULES, 'user.logout': 'ended', 'user.remove': 'ended' }

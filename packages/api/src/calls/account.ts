import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { Empty, record } from '../schemas/page.ts'
import { User } from '../schemas/people.ts'
import { address, big, seconds, text } from '../schemas/wire.ts'

/** All data stored about one account. */
const AccountExport = z.object({
  exportedAt: seconds,
  account: User,
  email: z.string(),
  sessions: z.array(z.object({ createdAt: seconds, usedAt: seconds })),
  likes: z.array(z.object({ chainId: z.int(), collection: address, tokenId: big, createdAt: seconds })),
  follows: z.array(z.object({ address, createdAt: seconds })),
  followers: z.array(z.object({ address, createdAt: seconds })),
  /** Accounts that it blocked. */
  blocked: z.array(z.object({ address, createdAt: seconds })),
  /** Works that it hides, or shows although their collection is unknown. */
  hiddenWorks: z.array(z.object({ chainId: z.int(), collection: address, tokenId: big, isHidden: z.boolean(), createdAt: seconds })),
  /** Wallets that it sees in its portfolio, and accounts that see its own. */
  portfolioWallets: z.array(z.object({ address, createdAt: seconds })),
  portfolioSeenBy: z.array(z.object({ address, createdAt: seconds })),
  uploads: z.array(z.object({ id: big, name: z.string(), url: z.string(), createdAt: seconds })),
  reports: z.array(z.object({ id: big, text: z.string(), createdAt: seconds })),
  notices: z.int(),
})
export type AccountExport = z.output<typeof AccountExport>

const user = {
  export: call('/user/export', {
    about: 'Everything that is kept of the caller.',
    auth: 'login',
    request: record({}),
    response: AccountExport,
  }),
  remove: call('/user/remove', {
    cost: 'authAttempt',
    about: 'Deletes the caller’s account with what only it holds; who has a password says it again.',
    auth: 'login',
    request: record({ password: ['password', text(512).optional()] }),
    response: Empty,
    errors: ['PASSWORD_WRONG'],
  }),
} satisfies Calls

/** Apart from the other calls of the segment, so that the first view does not carry them. */
export const ACCOUNT_CALLS = { user } as const satisfies Record<string, Calls>

import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { chainField, Empty, record } from '../schemas/page.ts'
import { Person, User } from '../schemas/people.ts'
import { address, big, hex, listOf, seconds, text } from '../schemas/wire.ts'

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
  uploads: z.array(z.object({ id: big, name: z.string(), url: z.string(), createdAt: seconds })),
  reports: z.array(z.object({ id: big, text: z.string(), createdAt: seconds })),
  notices: z.int(),
})
export type AccountExport = z.output<typeof AccountExport>

/** Calls of an account about its own sign-in and data. */
export const mailLogin = {
  linkwallet: call('/user/linkwallet', {
    cost: 'signature',
    about: 'Makes a wallet the caller’s own by an EIP-4361 message it signed; likes, follows and profile move to it.',
    auth: 'login',
    request: record({
      address: ['userAddress', address],
      signature: ['signature', hex()],
      message: ['message', text(4_000)],
      ...chainField,
    }),
    response: z.object({ user: User }),
    errors: [
      'LOGIN_REPLAYED',
      'LOGIN_EXPIRED',
      'SERVER_CLOCK',
      'LOGIN_BAD_SIGNATURE',
      'LOGIN_BAD_MESSAGE',
      'CHAIN_UNREACHABLE',
      'WALLET_LINKED',
      'NOT_MAIL_ACCOUNT',
    ],
  }),
  email: call('/user/email', {
    about: 'The address by which the caller signs in; empty for those with a wallet alone.',
    auth: 'login',
    request: record({}),
    response: z.object({ email: z.string() }),
  }),
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
  setbanner: call('/user/setbanner', {
    about: 'The wide picture of the caller’s own page; empty takes it away.',
    auth: 'login',
    request: record({ url: ['url', text(300).optional()] }),
    response: Empty,
  }),
  match: call('/user/match', {
    about: 'Which of these addresses have an account here, and their names.',
    auth: 'login',
    request: record({ addresses: ['address', listOf(address, 100)] }),
    response: z.array(Person),
  }),
} satisfies Calls

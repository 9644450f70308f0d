import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { chainField, Empty, record } from '../schemas/page.ts'
import { Person, User } from '../schemas/people.ts'
import { address, hex, listOf, text } from '../schemas/wire.ts'

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

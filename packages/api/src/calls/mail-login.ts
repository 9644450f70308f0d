import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { chainField, Empty, record } from '../schemas/page.ts'
import { Person, User } from '../schemas/people.ts'
import { address, big, hex, listOf, seconds, text } from '../schemas/wire.ts'

/** 128 characters outside the basic plane are 256 units of text; a service's own refusal says more than this bound. */
const PASSWORD_UNITS = 512

/** Longer than any accepted value, so that the service refuses it with its own text, not with a parameter error. */
export const email = ['email', text(320, 1)] as const
export const password = ['password', text(PASSWORD_UNITS, 1)] as const
/** The code of the captcha, or of the mail. */
export const code = ['code', text(20, 1)] as const

/** The response of a sign-in by e-mail (document A §7): the fields lie flat beside the token. */
export const MailSession = record({
  token: ['token', z.string()],
  id: ['id', big],
  address: ['address', address],
  nickname: ['nickname', z.string()],
  avatar: ['avatar', z.string()],
  brief: ['brief', z.string()],
  shortUrl: ['shortUrl', z.string()],
  bannerUrl: ['bannerUrl', z.string()],
})

/** All data stored about one account. */
const AccountExport = z.object({
  exportedAt: seconds,
  account: User,
  email: z.string(),
  sessions: z.array(z.object({ createdAt: seconds, usedAt: seconds })),
  likes: z.array(z.object({ chainId: z.int(), collection: address, tokenId: big, createdAt: seconds })),
  follows: z.array(z.object({ address, createdAt: seconds })),
  followers: z.array(z.object({ address, createdAt: seconds })),
  uploads: z.array(z.object({ id: big, name: z.string(), url: z.string(), createdAt: seconds })),
  reports: z.array(z.object({ id: big, text: z.string(), createdAt: seconds })),
  notices: z.int(),
})
export type AccountExport = z.output<typeof AccountExport>

/** Decision 17. Neither a text nor the time of a response reveals whether an address has an account. */
export const mailLogin = {
  kaptcha: call('/user/kaptcha', {
    cost: 'captcha',
    about: 'A picture with four letters, good for five minutes and one try; its id comes as a cookie.',
    auth: 'open',
    request: record({}),
    response: z.string(),
  }),
  register: call('/user/register', {
    cost: 'authAttempt',
    about: 'Mails a code to this address; with it user.activation opens the account.',
    auth: 'open',
    request: record({ email, password, code }),
    response: Empty,
    errors: ['MAIL_LOGIN_OFF', 'EMAIL_INVALID', 'PASSWORD_LENGTH', 'PASSWORD_COMMON', 'PICTURE_CODE_WRONG'],
  }),
  activation: call('/user/activation', {
    cost: 'authAttempt',
    about: 'Opens the registered account with the mailed code; a password sent along must be the registered one.',
    auth: 'open',
    request: record({ email, code, password: ['password', text(PASSWORD_UNITS).optional()] }),
    response: Empty,
    errors: ['MAIL_LOGIN_OFF', 'MAILED_CODE_WRONG', 'MAILED_CODE_EXPIRED', 'ACCOUNT_LOCKED'],
  }),
  userLogin: call('/user/userLogin', {
    cost: 'authAttempt',
    about: 'Sign-in by e-mail, password and the code of the picture.',
    auth: 'open',
    request: record({ email, password, code }),
    response: MailSession,
    errors: ['MAIL_LOGIN_OFF', 'PICTURE_CODE_WRONG', 'MAIL_LOGIN_WRONG', 'ACCOUNT_LOCKED'],
  }),
  sendcode: call('/user/sendcode', {
    cost: 'authAttempt',
    about: 'Mails a code for a new password, if there is such an account; at most one in two minutes.',
    auth: 'open',
    request: record({ email, code }),
    response: Empty,
    errors: ['MAIL_LOGIN_OFF', 'EMAIL_INVALID', 'PICTURE_CODE_WRONG'],
  }),
  setpassword: call('/user/setpassword', {
    cost: 'authAttempt',
    about: 'Sets a new password with the mailed code and ends every session of the account.',
    auth: 'open',
    request: record({ email, code, password }),
    response: Empty,
    errors: ['MAIL_LOGIN_OFF', 'PASSWORD_LENGTH', 'PASSWORD_COMMON', 'MAILED_CODE_WRONG', 'MAILED_CODE_EXPIRED'],
  }),
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
    request: record({ password: ['password', text(PASSWORD_UNITS).optional()] }),
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

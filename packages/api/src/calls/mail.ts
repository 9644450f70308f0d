import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { Empty, record } from '../schemas/page.ts'
import { address, big, text } from '../schemas/wire.ts'

/** Pages of the e-mail sign-in on which a mailed link may stand in for the picture. */
const LINK_ACTS = ['login', 'register', 'password'] as const
export type LinkAct = (typeof LINK_ACTS)[number]

/** 128 characters outside the basic plane are 256 units of text; a service's own refusal says more than this bound. */
const PASSWORD_UNITS = 512

/** Longer than any accepted value, so that the service refuses it with its own text, not with a parameter error. */
const email = ['email', text(320, 1)] as const
const password = ['password', text(PASSWORD_UNITS, 1)] as const
/** The code of the captcha, or of the mail. */
const code = ['code', text(20, 1)] as const

/** The response of a sign-in by e-mail (document A §7): the fields lie flat beside the token. */
const MailSession = record({
  token: ['token', z.string()],
  id: ['id', big],
  address: ['address', address],
  nickname: ['nickname', z.string()],
  avatar: ['avatar', z.string()],
  brief: ['brief', z.string()],
  shortUrl: ['shortUrl', z.string()],
  bannerUrl: ['bannerUrl', z.string()],
})

/** What shows that a person asks: the code of the picture, or the token of a mailed link. One of them is needed. */
const proof = { code: ['code', text(20).optional()], link: ['link', text(100).optional()] } as const

/** Decision 17. Neither a text nor the time of a response reveals whether an address has an account. */
const user = {
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
  'mail.link': call('/user/mail/link', {
    cost: 'authAttempt',
    about:
      'Mails a link that stands in for the picture once, within 15 minutes, at this page and for this address. For a sign-in or a new password it is mailed where there is such an account; the answer is the same.',
    auth: 'open',
    request: record({ email, act: ['act', z.enum(LINK_ACTS)] }),
    response: Empty,
    errors: ['MAIL_LOGIN_OFF', 'EMAIL_INVALID'],
  }),
  'mail.register': call('/user/mail/register', {
    cost: 'authAttempt',
    about: 'user.register for passwords of 8 to 128 characters.',
    auth: 'open',
    request: record({ email, password, ...proof }),
    response: Empty,
    errors: ['MAIL_LOGIN_OFF', 'EMAIL_INVALID', 'PASSWORD_SIZE', 'PASSWORD_COMMON', 'PICTURE_CODE_WRONG', 'PICTURE_LINK_GONE'],
  }),
  'mail.login': call('/user/mail/login', {
    cost: 'authAttempt',
    about: 'user.userLogin by the picture or a mailed link. A wrong password does not use the link up.',
    auth: 'open',
    request: record({ email, password, ...proof }),
    response: MailSession,
    errors: ['MAIL_LOGIN_OFF', 'PICTURE_CODE_WRONG', 'PICTURE_LINK_GONE', 'MAIL_LOGIN_WRONG', 'ACCOUNT_LOCKED'],
  }),
  'mail.sendcode': call('/user/mail/sendcode', {
    cost: 'authAttempt',
    about: 'user.sendcode by the picture or a mailed link.',
    auth: 'open',
    request: record({ email, ...proof }),
    response: Empty,
    errors: ['MAIL_LOGIN_OFF', 'EMAIL_INVALID', 'PICTURE_CODE_WRONG', 'PICTURE_LINK_GONE'],
  }),
  'mail.setpassword': call('/user/mail/setpassword', {
    cost: 'authAttempt',
    about: 'user.setpassword for passwords of 8 to 128 characters.',
    auth: 'open',
    request: record({ email, code, password }),
    response: Empty,
    errors: ['MAIL_LOGIN_OFF', 'PASSWORD_SIZE', 'PASSWORD_COMMON', 'MAILED_CODE_WRONG', 'MAILED_CODE_EXPIRED'],
  }),
} satisfies Calls

/** Apart from the other calls of the segment, so that the first view does not carry them. */
export const MAIL_CALLS = { user } as const satisfies Record<string, Calls>

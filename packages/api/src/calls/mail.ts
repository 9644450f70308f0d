import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { Empty, record } from '../schemas/page.ts'
import { text } from '../schemas/wire.ts'
import { code, email, MailSession, password } from './mail-login.ts'

/** Pages of the e-mail sign-in on which a mailed link may stand in for the picture. */
const LINK_ACTS = ['login', 'register', 'password'] as const
export type LinkAct = (typeof LINK_ACTS)[number]

/** What shows that a person asks: the code of the picture, or the token of a mailed link. One of them is needed. */
const proof = { code: ['code', text(20).optional()], link: ['link', text(100).optional()] } as const

const user = {
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

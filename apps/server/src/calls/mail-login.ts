import type { Handlers, MAIL_CALLS } from '@plinth/api'
import { OWN_PASSWORD } from '@plinth/protocol'
import type { RequestContext } from '../context.ts'
import { makeCaptcha } from '../modules/captcha/service.ts'
import { activate, logInByMail, register, sendCode, sendLink, setPassword } from '../modules/mail-login/service.ts'
import { presentUser } from '../modules/users/service.ts'

export const mailLoginCalls = {
  kaptcha: async (context) => {
    const { id, picture } = await makeCaptcha(context)
    context.picture.keep(id)
    return picture
  },
  register: async (context, input) => {
    await register(context, input)
    return {}
  },
  activation: async (context, input) => {
    await activate(context, input)
    return {}
  },
  userLogin: async (context, input) => {
    const { token, account } = await logInByMail(context, input)
    return { token, ...presentUser(account) }
  },
  sendcode: async (context, input) => {
    await sendCode(context, input)
    return {}
  },
  setpassword: async (context, input) => {
    await setPassword(context, input)
    return {}
  },
  // Those of the market's own forms: longer passwords, and a mailed link instead of the picture.
  'mail.link': async (context, input) => {
    await sendLink(context, input)
    return {}
  },
  'mail.register': async (context, input) => {
    await register(context, input, OWN_PASSWORD)
    return {}
  },
  'mail.login': async (context, input) => {
    const { token, account } = await logInByMail(context, input)
    return { token, ...presentUser(account) }
  },
  'mail.sendcode': async (context, input) => {
    await sendCode(context, input)
    return {}
  },
  'mail.setpassword': async (context, input) => {
    await setPassword(context, input, OWN_PASSWORD)
    return {}
  },
} satisfies Handlers<(typeof MAIL_CALLS)['user'], RequestContext>

import type { Language } from '@plinth/api'
import type { Context } from '../../context.ts'
import type { Letter } from '../../mail/mailer.ts'

type Facts = { readonly site: string; readonly url: string; readonly code: string; readonly link: string; readonly minutes: number }
type Words = { readonly subject: string; readonly text: string }
export type LetterKind = 'register' | 'alreadyHere' | 'password' | 'passwordChanged' | 'link'

const LETTERS: Readonly<Record<LetterKind, Readonly<Record<Language, (facts: Facts) => Words>>>> = {
  register: {
    en: ({ site, url, code, minutes }) => ({
      subject: `${code} is your code for ${site}`,
      text: `Welcome to ${site}.\n\nYour code is ${code}. Type it on the page where you registered; it is good for ${minutes} minutes.\n\nIf you did not register at ${url}, do nothing: without the code there is no account.`,
    }),
    zh: ({ site, url, code, minutes }) => ({
      subject: `${code} 是你的 ${site} 验证码`,
      text: `欢迎来到 ${site}。\n\n你的验证码是 ${code}，请在注册页面填写，${minutes} 分钟内有效。\n\n如果你没有在 ${url} 注册，请忽略本邮件：没有验证码就不会开通账户。`,
    }),
  },
  alreadyHere: {
    en: ({ site, url }) => ({
      subject: `You have an account at ${site} already`,
      text: `Somebody, probably you, wanted to register at ${site} with this address. There is an account already, and nothing has changed.\n\nLog in: ${url}/login\nForgotten the password? Set a new one: ${url}/setpwd`,
    }),
    zh: ({ site, url }) => ({
      subject: `你已经有 ${site} 账户了`,
      text: `有人（很可能是你本人）想用这个邮箱在 ${site} 注册。该邮箱已有账户，一切保持不变。\n\n登录：${url}/login\n忘记密码？重新设置：${url}/setpwd`,
    }),
  },
  password: {
    en: ({ site, url, code, minutes }) => ({
      subject: `${code} is your code for a new password at ${site}`,
      text: `Your code for a new password at ${site} is ${code}. It is good for ${minutes} minutes.\n\nIf you did not ask for it at ${url}, do nothing: your password stays as it is. Give the code to nobody.`,
    }),
    zh: ({ site, url, code, minutes }) => ({
      subject: `${code} 是你重设 ${site} 密码的验证码`,
      text: `你在 ${site} 重设密码的验证码是 ${code}，${minutes} 分钟内有效。\n\n如果你没有在 ${url} 提出申请，请忽略本邮件，密码不会改变。请勿把验证码告诉任何人。`,
    }),
  },
  link: {
    en: ({ site, link, minutes }) => ({
      subject: `Your link for ${site}, instead of the picture`,
      text: `You asked for a link because the picture with the letters could not be read. Open it and go on there:\n\n${link}\n\nIt works once, within ${minutes} minutes, and by itself signs nobody in.\n\nIf you did not ask for it, do nothing.`,
    }),
    zh: ({ site, link, minutes }) => ({
      subject: `你的 ${site} 链接，可代替图形验证码`,
      text: `你因看不清图形验证码而申请了链接。请打开它继续操作：\n\n${link}\n\n链接在 ${minutes} 分钟内有效，只能使用一次，仅凭链接无法登录。\n\n如果你没有提出申请，请忽略本邮件。`,
    }),
  },
  passwordChanged: {
    en: ({ site, url }) => ({
      subject: `Your password at ${site} was changed`,
      text: `The password of your account at ${site} has just been changed, and every device was signed out.\n\nIf that was not you, set a new one at once: ${url}/setpwd`,
    }),
    zh: ({ site, url }) => ({
      subject: `你的 ${site} 密码已更改`,
      text: `你在 ${site} 的账户密码刚刚更改，所有设备都已退出登录。\n\n如果不是你本人操作，请立即重新设置：${url}/setpwd`,
    }),
  },
}

type About = {
  readonly to: string
  readonly language: Language
  readonly code?: string
  /** Of the page that a link leads to. */
  readonly path?: string
  readonly lifeS?: number
}

export function letterOf(
  { config, site }: Pick<Context, 'config' | 'site'>,
  kind: LetterKind,
  { to, language, code = '', path = '', lifeS = 0 }: About,
): Letter {
  const url = config.origins[0] ?? ''
  const facts = { site: site.name(), url, code, link: `${url}${path}`, minutes: Math.floor(lifeS / 60) }
  return { to, ...LETTERS[kind][language](facts) }
}

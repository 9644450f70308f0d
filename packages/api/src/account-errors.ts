import type { ErrorRow } from './error-row.ts'

/** Refusals of a sign-in by wallet, of a name, a short link and a follow: 4001 to 4008 and 4022 to 4025 of the registry. Of our forms by e-mail: 4026, 4027. */
export const ACCOUNT_ERRORS = {
  SESSION_ENDED: { errno: 4001, en: 'The session has ended. Sign in again.', zh: '登录已失效，请重新登录。', retry: true },
  LOGIN_REPLAYED: {
    errno: 4002,
    en: 'This sign-in was used before. Sign a new one.',
    zh: '该登录签名已使用过，请重新签名。',
    retry: false,
  },
  LOGIN_EXPIRED: {
    errno: 4003,
    en: 'This sign-in is too old or from the future. Check your clock and sign again.',
    zh: '登录签名已过期或时间有误，请校准时钟后重新签名。',
    retry: false,
  },
  SERVER_CLOCK: { errno: 4009, en: 'The market’s clock is wrong. Try again later.', zh: '本站时钟有误，请稍后再试。', retry: true },
  LOGIN_BAD_SIGNATURE: {
    errno: 4004,
    en: 'Invalid signature: it is not by this wallet.',
    zh: '签名无效：并非由该钱包签署。',
    retry: false,
  },
  LOGIN_BAD_MESSAGE: { errno: 4005, en: 'This sign-in was not made for this site.', zh: '该登录信息不是为本站生成的。', retry: false },
  SHORT_LINK_TAKEN: { errno: 4007, en: 'Short link already exists.', zh: '短链接已存在。', retry: false },
  NAME_BLANK: {
    errno: 4022,
    en: 'The name shows nothing. Write at least one letter.',
    zh: '名称没有可见内容，请至少输入一个字。',
    retry: false,
  },
  NAME_UNREADABLE: {
    errno: 4023,
    en: 'The name has line breaks, invisible characters or too many accents. Leave them out.',
    zh: '名称中含有换行、不可见字符或过多的附加符号，请删除后重试。',
    retry: false,
  },
  NAME_RESERVED: {
    errno: 4024,
    en: 'This name looks like the market’s own or its staff’s. Choose another.',
    zh: '该名称与本站或其工作人员的名称相似，请换一个。',
    retry: false,
  },
  SHORT_LINK_RESERVED: {
    errno: 4025,
    en: 'This short link is reserved for the market. Choose another.',
    zh: '该短链接为本站保留，请换一个。',
    retry: false,
  },
  PASSWORD_SIZE: { errno: 4026, en: 'A password has 8 to 128 characters.', zh: '密码长度为 8 到 128 位。', retry: false },
  PICTURE_LINK_GONE: {
    errno: 4027,
    en: 'This link was used, has expired or is for another address. Ask for a new one, or type the code in the picture.',
    zh: '该链接已使用、已过期或属于其他邮箱。请重新获取链接，或填写图形验证码。',
    retry: false,
  },
  SELF_FOLLOW: { errno: 4008, en: 'You can’t follow yourself.', zh: '不能关注自己。', retry: false },
} as const satisfies Record<string, ErrorRow>

import type { global as en } from '../en/global.ts'
import type { Mirror } from '../mirror.ts'

export const global = {
  errSignature: '签名失败',
  loginSuccess: '登录成功',
  registSuccess: '注册成功',
} satisfies Mirror<typeof en>

import type { global as en } from '../en/global.ts'
import type { Mirror } from '../mirror.ts'

export const global = {
  errSignature: '签名失败',
  success: '成功',
  loginSuccess: '登录成功',
  registSuccess: '注册成功',
  walletNotConnected: '钱包未连接',
  connectWallet: '要连接钱包吗？',
  disconnect: '要断开连接吗？',
  loginFirst: '请先登录',
  serverError: '服务器错误（502），请联系客服',
  parameterError: '参数错误',
  connectionFailed: '连接失败',
  networkError: '网络错误',
  noFunds: '余额不足',
} satisfies Mirror<typeof en>

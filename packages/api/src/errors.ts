import { ACCOUNT_ERRORS } from './account-errors.ts'
import { AUCTION_ERRORS } from './auction-errors.ts'
import { BOX_ERRORS } from './box-errors.ts'
import { CART_ERRORS } from './cart-errors.ts'
import { COLLECTION_ERRORS } from './collection-errors.ts'
import { DOCUMENTED_ERRORS } from './documented-errors.ts'
import type { ErrorRow } from './error-row.ts'
import { FILE_ERRORS } from './file-errors.ts'
import type { Language } from './languages.ts'
import { OPERATOR_ERRORS } from './operator-errors.ts'
import { OUTAGE_ERRORS } from './outage-errors.ts'
import { ROYALTY_ERRORS } from './royalty-errors.ts'

/**
 * One row per failure that a user can meet. `retry`: may the same call succeed later unchanged. Texts may contain
 * {placeholders}. 4xx to 507 are the product's (decision 7); from 4000 ours: 40xx accounts, 41xx orders, 42xx auctions,
 * 43xx boxes, 44xx media and creation, 45xx chain and lists, 46xx the console.
 */
export const ERRORS = {
  NETWORK_FAILURE: {
    errno: 400,
    en: 'Network error. Check the connection and try again.',
    zh: '网络错误，请检查连接后重试。',
    retry: true,
  },
  BAD_ARGUMENT: { errno: 401, en: 'Parameter error: {field} is missing.', zh: '参数错误：缺少{field}。', retry: false },
  BAD_ARGUMENT_VALUE: { errno: 402, en: 'Parameter error: {field} ({reason}).', zh: '参数错误：{field}（{reason}）。', retry: false },
  REQUEST_TOO_SLOW: {
    errno: 408,
    en: 'The request arrived too slowly. Check the connection and send it again.',
    zh: '请求传输过慢，请检查网络后重新发送。',
    retry: true,
  },
  TOO_MANY_REQUESTS: {
    errno: 429,
    en: 'Too many requests. Wait {seconds} s and try again.',
    zh: '请求过于频繁，请 {seconds} 秒后再试。',
    retry: true,
  },
  NOT_LOGGED_IN: { errno: 501, en: 'Please log in first.', zh: '请先登录。', retry: true },
  INTERNAL: {
    errno: 502,
    en: 'Server error (502). Contact support and name {traceId}.',
    zh: '服务器错误（502），请联系客服并提供编号 {traceId}。',
    retry: true,
  },
  UNSUPPORTED: { errno: 503, en: 'This is not supported.', zh: '不支持此操作。', retry: false },
  NOT_AUTHORISED: {
    errno: 506,
    en: 'You may not do this with somebody else’s things.',
    zh: '你无权对他人的内容执行此操作。',
    retry: false,
  },
  NOT_FOUND: { errno: 507, en: 'This does not exist.', zh: '内容不存在。', retry: false },

  ...ACCOUNT_ERRORS,
  MAIL_LOGIN_WRONG: { errno: 4010, en: 'Invalid e-mail or password.', zh: '邮箱或密码不正确。', retry: false },
  PICTURE_CODE_WRONG: { errno: 4011, en: 'Enter the correct verification code.', zh: '请输入正确的验证码。', retry: false },
  MAILED_CODE_WRONG: {
    errno: 4012,
    en: 'This is not the code of our newest mail. Look at it again.',
    zh: '验证码与最新邮件中的不符，请核对后再试。',
    retry: false,
  },
  MAILED_CODE_EXPIRED: { errno: 4013, en: 'This code has expired. Ask for a new one.', zh: '验证码已过期，请重新获取。', retry: false },
  PASSWORD_LENGTH: { errno: 4014, en: 'A password has 6 to 20 characters.', zh: '密码长度为 6 到 20 位。', retry: false },
  PASSWORD_COMMON: {
    errno: 4015,
    en: 'This password is among the first that are guessed. Choose another.',
    zh: '这个密码太容易被猜到，请换一个。',
    retry: false,
  },
  EMAIL_INVALID: { errno: 4016, en: 'This is not an e-mail address.', zh: '邮箱格式不正确。', retry: false },
  MAIL_LOGIN_OFF: {
    errno: 4017,
    en: 'This market offers no log-in by e-mail. Connect a wallet instead.',
    zh: '本站未开放邮箱登录，请连接钱包。',
    retry: false,
  },
  WALLET_LINKED: {
    errno: 4018,
    en: 'This wallet belongs to another e-mail account here. Choose another wallet.',
    zh: '该钱包已绑定其他邮箱账户，请换一个钱包。',
    retry: false,
  },
  NOT_MAIL_ACCOUNT: {
    errno: 4019,
    en: 'This account has its wallet already. Connect that one.',
    zh: '该账户已绑定钱包，请连接那个钱包。',
    retry: false,
  },
  ACCOUNT_LOCKED: {
    errno: 4021,
    en: 'This account is locked. Write to those who run this market.',
    zh: '该账户已被锁定，请联系本站运营者。',
    retry: false,
  },
  PASSWORD_WRONG: { errno: 4020, en: 'Enter the correct password.', zh: '请输入正确的密码。', retry: false },

  ORDER_NOT_FOUND: { errno: 4101, en: 'There is no such open order.', zh: '没有该订单。', retry: false },
  ORDER_EXPIRED: { errno: 4102, en: 'The order has expired.', zh: '该订单已过期。', retry: false },
  ORDER_FILLED: {
    errno: 4103,
    en: 'Somebody else has bought it. Your money has not moved.',
    zh: '已被他人买走，你的资金未被动用。',
    retry: false,
  },
  ORDER_CANCELLED: {
    errno: 4104,
    en: 'The order was cancelled. Your money has not moved.',
    zh: '该订单已取消，你的资金未被动用。',
    retry: false,
  },
  ORDER_NOT_FUNDABLE: {
    errno: 4105,
    en: 'The seller can’t deliver this right now: the item or its approval has moved.',
    zh: '卖家目前无法交付：作品或授权已变动。',
    retry: true,
  },
  BAD_SIGNATURE: { errno: 4106, en: 'Invalid signature.', zh: '签名无效。', retry: false },
  ORDER_MISMATCH: { errno: 4107, en: 'The signed text is not this order.', zh: '签名内容与订单不符。', retry: false },
  UNKNOWN_SALT: {
    errno: 4108,
    en: 'This order number was not given out for you. Prepare the order again.',
    zh: '该订单编号并非分配给你，请重新生成订单。',
    retry: false,
  },
  ORDER_EXISTS: {
    errno: 4109,
    en: 'You already have an open order here. Edit or cancel it.',
    zh: '你在此已有未成交的订单，请修改，或下架、撤回。',
    retry: false,
  },
  DAILY_ORDERS: {
    errno: 4139,
    en: 'An account can make {most} new orders a day. Continue tomorrow; prices of open orders can be edited at any time.',
    zh: '每个账户每天最多可创建 {most} 个新订单，请明天继续；未成交订单的价格可随时修改。',
    retry: false,
  },
  NO_HOLDING: { errno: 4110, en: 'You hold too few of it.', zh: '你的持有数量不足。', retry: false },
  PRICE_NOT_LOWER: {
    errno: 4111,
    en: 'A new price must be below the old one; to raise it, cancel and list again.',
    zh: '新价格必须低于原价；如需涨价，请下架后再上架。',
    retry: false,
  },
  PRICE_NOT_HIGHER: {
    errno: 4112,
    en: 'A new bid must be above the old one; to lower it, cancel and bid again.',
    zh: '新出价必须高于原出价；如需降价，请撤回后重新出价。',
    retry: false,
  },
  EDIT_PRICE_ALONE: {
    errno: 4140,
    en: 'An edit changes the price alone. Keep the pay token and the quantity that is left ({left}), or cancel it and make a new order.',
    zh: '修改订单只能更改价格：请保持币种和剩余数量（{left} 件）不变，或下架、撤回后重新创建订单。',
    retry: false,
  },
  ORDER_SHAPE: {
    errno: 4113,
    en: 'An order must trade items for one pay token, at a whole price each.',
    zh: '订单必须以一个币种交易作品，且单价为整数单位。',
    retry: false,
  },
  UNKNOWN_PAY_TOKEN: { errno: 4114, en: 'This pay token is not used here.', zh: '本站不支持该币种。', retry: false },
  NO_PURCHASE: { errno: 4115, en: 'No purchase of this item by you is pending.', zh: '没有你对该作品的待确认购买。', retry: true },
  SELL_FEE_CHANGED: {
    errno: 4116,
    en: 'The fee has changed since. Prepare the order again.',
    zh: '费率已变动，请重新生成订单。',
    retry: false,
  },
  ORDER_EDITED: {
    errno: 4117,
    en: 'The price has changed since. Look at it again before you pay.',
    zh: '价格已变动，请确认后再支付。',
    retry: false,
  },
  SELF_TRADE: {
    errno: 4118,
    en: 'You can’t trade with your own order. Cancel it instead.',
    zh: '不能与自己的订单成交，如不再需要，请下架或撤回。',
    retry: false,
  },
  ORDER_YOURS: {
    errno: 4119,
    en: 'You have bought it already: it is yours. Nothing was paid twice.',
    zh: '你已买下该作品，没有重复付款。',
    retry: false,
  },
  ORDER_QUANTITY: { errno: 4120, en: 'Only {left} are left. Choose fewer.', zh: '仅剩 {left} 件，请减少数量。', retry: false },
  ORDER_TOKEN: {
    errno: 4121,
    en: 'error Token: this order names something that is traded in no known way.',
    zh: '代币错误：这份订单中的资产类型无法识别。',
    retry: false,
  },

  // Refusals of accepting a bid, about its holder.
  BID_FILLED: {
    errno: 4131,
    en: 'The bid has been met in full already. Nothing more of yours has moved.',
    zh: '该出价已全部成交，你没有再转移任何作品。',
    retry: false,
  },
  BID_CANCELLED: {
    errno: 4132,
    en: 'The bid was withdrawn. Nothing of yours has moved.',
    zh: '该出价已撤回，你的作品没有变动。',
    retry: false,
  },
  BID_NOT_FUNDABLE: {
    errno: 4133,
    en: 'The bidder can’t pay this right now: the balance or its allowance is too low.',
    zh: '出价者目前无法付款：余额或授权额度不足。',
    retry: true,
  },
  BID_EDITED: {
    errno: 4134,
    en: 'The bid has changed since. Look at it again before you accept.',
    zh: '该出价已变动，请确认后再接受。',
    retry: false,
  },
  BID_OWN_ITEM: {
    errno: 4135,
    en: 'You hold all there are of this item: nobody else could sell it to you.',
    zh: '该作品全部由你持有，没有其他人可以卖给你。',
    retry: false,
  },
  BID_ABOVE_OTHERS: {
    errno: 4136,
    en: 'Others hold only {left} of this item. Bid for fewer.',
    zh: '其他人仅持有 {left} 件，请减少出价数量。',
    retry: false,
  },
  TRADE_LOCKED: {
    errno: 4137,
    en: 'This market has stopped the trade of this item.',
    zh: '本站已暂停该作品的交易。',
    retry: false,
  },

  ...AUCTION_ERRORS,
  ...BOX_ERRORS,
  ...CART_ERRORS,
  ...FILE_ERRORS,
  ...OPERATOR_ERRORS,
  ...COLLECTION_ERRORS,
  ...OUTAGE_ERRORS,

  MINT_KEY_MISSING: {
    errno: 4419,
    en: 'This collection takes no signature of this market: its owner has to name the market’s signer first.',
    zh: '该合集不认可本站的签名：须先由其所有者添加本站的签名者。',
    retry: true,
  },
  TOKEN_NOT_ALLOTTED: { errno: 4414, en: 'This token id was not given out for you.', zh: '该编号并非分配给你。', retry: false },
  ...ROYALTY_ERRORS,
  CATEGORY_UNKNOWN: { errno: 4416, en: 'This category does not exist.', zh: '该分类不存在。', retry: false },
  ITEM_EXISTS: { errno: 4417, en: 'This item exists already.', zh: '该作品已存在。', retry: false },

  CHAIN_UNKNOWN: { errno: 4501, en: 'This network is not used here.', zh: '本站不支持该网络。', retry: false },
  CHAIN_UNREACHABLE: { errno: 4503, en: 'The network can’t be reached right now.', zh: '暂时无法连接该网络。', retry: true },
  NOT_ENOUGH_FUNDS: { errno: 4504, en: 'Not enough funds.', zh: '余额不足。', retry: true },
  USER_REJECTED: {
    errno: 4505,
    en: 'You declined in the wallet. Nothing was sent.',
    zh: '你已在钱包中拒绝，未发送任何内容。',
    retry: true,
  },
  WALLET_NOT_CONNECTED: { errno: 4506, en: 'Wallet not connected.', zh: '钱包未连接。', retry: false },
  WALLET_MISSING: {
    errno: 4529,
    en: 'The wallet’s extension is not installed in this browser, or is switched off.',
    zh: '此浏览器未安装该钱包的扩展程序，或扩展已停用。',
    retry: true,
  },
  WALLET_WRONG_CHAIN: { errno: 4507, en: 'Change network to {network}.', zh: '请切换到 {network} 网络。', retry: true },
  WALLET_BUSY: {
    errno: 4508,
    en: 'The wallet is already asking you something. Open it and answer.',
    zh: '钱包正在等待你的确认，请打开钱包处理。',
    retry: true,
  },
  WALLET_FAILED: { errno: 4509, en: 'The wallet answered with an error: {reason}', zh: '钱包返回错误：{reason}', retry: true },
  TX_REVERTED: {
    errno: 4510,
    en: 'The transaction failed on the chain and moved nothing but its network fee.',
    zh: '交易在链上失败，除网络手续费外没有任何变动。',
    retry: false,
  },
  TX_DROPPED: {
    errno: 4511,
    en: 'The network forgot the transaction. Nothing moved.',
    zh: '网络已丢弃该交易，没有任何变动。',
    retry: true,
  },
  NO_CONTRACT: {
    errno: 4512,
    en: 'This network does not have this contract at address {address}.',
    zh: '该网络上没有此合约：{address}。',
    retry: false,
  },
  ALLOWANCE_LOW: { errno: 4513, en: 'The approved amount is below what is needed.', zh: '授权额度不足。', retry: true },
  APPROVAL_MISSING: { errno: 4514, en: 'The collection is not approved for sale.', zh: '合集尚未授权出售。', retry: true },
  TRANSFER_REFUSED: {
    errno: 4515,
    en: 'The item can’t move: it is not its owner’s, or the receiver can’t take it.',
    zh: '作品无法转移：已不归转出方持有，或接收方无法接收。',
    retry: false,
  },
  MINT_REFUSED: { errno: 4516, en: 'The collection refused the mint.', zh: '合集拒绝铸造。', retry: false },
  TOKEN_MINTED: { errno: 4517, en: 'ERC721: token already minted', zh: '该代币已铸造。', retry: false },
  FEE_CHANGED: { errno: 4518, en: 'The fee has changed since. Try again.', zh: '费率已变动，请重试。', retry: true },
  MARKET_PAUSED: { errno: 4519, en: 'The market is paused on this network for the moment.', zh: '该网络上的交易暂时暂停。', retry: true },
  CHAIN_REFUSED: { errno: 4520, en: 'The contract refused this.', zh: '合约拒绝了此操作。', retry: false },
  MARKET_BEHIND: {
    errno: 4521,
    en: 'The market has not yet read the newest blocks. Try again in a moment.',
    zh: '市场尚未读取最新区块，请稍后再试。',
    retry: true,
  },
  CHAIN_STOPPED: {
    errno: 4524,
    en: 'This network has changed its history; trading on it waits until the operator has looked at it. Your money has not moved.',
    zh: '该网络的历史发生了变化，运营者确认之前暂停其交易。你的资金未被动用。',
    retry: true,
  },
  WALLET_CHANGED: {
    errno: 4522,
    en: 'The wallet is on another account now. Switch back, or close this and start again.',
    zh: '钱包已切换到其他账户。请切换回来，或关闭后重新开始。',
    retry: true,
  },
  TX_REPLACED: {
    errno: 4523,
    en: 'You replaced this transaction in your wallet, so nothing of it happened.',
    zh: '你已在钱包中用另一笔交易替换了它，因此它没有生效。',
    retry: true,
  },
  TX_CANCELLED: {
    errno: 4525,
    en: 'You cancelled this transaction in your wallet. Nothing of it happened.',
    zh: '你已在钱包中取消这笔交易，它没有生效。',
    retry: true,
  },
  HOLDING_MOVED: {
    errno: 4526,
    en: 'You no longer hold as many as this takes. Nothing was sent.',
    zh: '你持有的数量已不足，未发送任何内容。',
    retry: false,
  },
  RECEIVER_REFUSED: {
    errno: 4527,
    en: 'A contract lives at this address, and it can’t receive works. Nothing was sent.',
    zh: '该地址是一个合约，且无法接收作品。未发送任何内容。',
    retry: false,
  },
  RECEIVER_NO_WALLET: {
    errno: 4528,
    en: 'This is the account of somebody who signed up by e-mail. It has no wallet, so what is sent there is lost.',
    zh: '这是邮箱注册的账户，没有钱包，转过去的作品将无法找回。',
    retry: false,
  },
  TRANSFERS_COUNT: { errno: 4560, en: 'One to 50 items can be sent at once.', zh: '一次可发送 1 到 50 项。', retry: false },
  TRANSFER_QUANTITY: {
    errno: 4561,
    en: 'Of each item at least one is sent, and only one of a single work. Nothing was sent.',
    zh: '每项至少发送 1 件，单件作品只能发送 1 件。未发送任何内容。',
    retry: false,
  },
  RECEIVER_INVALID: {
    errno: 4562,
    en: 'An item can’t go to your own address, to its collection’s or to the zero address. Nothing was sent.',
    zh: '作品不能发送到你自己的地址、其合集地址或零地址。未发送任何内容。',
    retry: false,
  },
  LIST_NOT_READY: {
    errno: 4563,
    en: 'The list is being prepared. Try again in {seconds} s.',
    zh: '列表正在准备中，请 {seconds} 秒后再试。',
    retry: true,
  },
  ...DOCUMENTED_ERRORS,
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof ERRORS
export type ErrorMeta = Record<string, string | number>

/** The text of a failure in the reader's language, with placeholders filled. */
export function errorText(code: ErrorCode, language: Language, meta: ErrorMeta = {}): string {
  return ERRORS[code][language].replace(/\{(\w+)\}/g, (_, name: string) => String(meta[name] ?? '')).trim()
}

export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === 'string' && Object.hasOwn(ERRORS, text)
}

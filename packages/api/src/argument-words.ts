import type { ErrorMeta } from './errors.ts'
import type { Language, Translations } from './languages.ts'

/** Chinese names of request fields (document B §8). Covers every field of the catalogue. */
export const FIELDS_ZH: Readonly<Record<string, string>> = {
  account: '账户',
  act: '操作',
  address: '地址',
  addresss: '地址列表',
  addrList: '地址列表',
  amount: '数量',
  animStorageId: '音频或视频文件',
  animUrl: '音频或视频地址',
  avatar: '头像',
  banner: '横幅',
  blindBoxId: '盲盒编号',
  blindBoxIds: '盲盒编号',
  body: '请求内容',
  brief: '简介',
  buyer: '买家',
  buyerFee: '买家服务费',
  buyerToken: '购买币种地址',
  buyerTokenId: '购买代币编号',
  buyerType: '购买资产类型',
  buyerValue: '购买数量',
  buying: '价格',
  buyToken: '购买币种地址',
  buyTokenId: '购买代币编号',
  buyType: '购买资产类型',
  buyValue: '购买数量',
  by: '排序依据',
  caddress: '合约地址',
  cate: '分类',
  categoryId: '分类',
  chainId: '链编号',
  code: '验证码',
  collection: '合集',
  collections: '合集列表',
  'content-type': '内容类型',
  cover: '封面',
  cursor: '翻页位置',
  description: '描述',
  email: '邮箱',
  encourage: '分红比例',
  endTime: '结束时间',
  externalUrl: '网站',
  from: '转出方',
  group: '操作分组',
  hours: '时段',
  id: '编号',
  imgUrl: '图片地址',
  info: '作品列表',
  isRead: '已读状态',
  isSell: '在售状态',
  items: '作品列表',
  kinds: '动态类型',
  limit: '每页数量',
  message: '签名原文',
  money: '币种',
  name: '名称',
  nfts: '作品列表',
  nickname: '昵称',
  order: '排列方向',
  owner: '所有者',
  page: '页码',
  password: '密码',
  paytokenAddress: '币种地址',
  payType: '支付方式',
  platform: '平台',
  properties: '属性',
  quantity: '数量',
  rangeValue: '最低加价',
  request: '请求',
  requestId: '抽取编号',
  royalties: '版税',
  salt: '订单编号',
  search: '搜索词',
  sellerFee: '卖家服务费',
  sellToken: '出售作品的合约地址',
  sellTokenId: '出售作品的编号',
  sellType: '出售资产类型',
  sellValue: '出售数量',
  shortUrl: '短链接',
  signature: '签名',
  signer: '签名者',
  size: '每页数量',
  sort: '排序',
  startTime: '开始时间',
  startValue: '起拍价',
  status: '状态',
  storageId: '图片文件',
  symbol: '代号',
  timestamp: '时间戳',
  token: '合约地址',
  tokenId: '作品编号',
  txHash: '交易哈希',
  type: '类型',
  url: '地址',
  userAddress: '用户地址',
  userAddrs: '用户地址',
  values: '填写内容',
  why: '原因',
}

/** Chinese texts of the schemas' and services' reasons for refusing a value. */
export const REASONS_ZH: Readonly<Record<string, string>> = {
  '3 to 30 of a-z, 0-9 and -': '须为 3 到 30 个字符，仅限 a-z、0-9 和 -',
  'above 2^256-1': '超过 2^256-1',
  'an ERC721 item is one': 'ERC721 作品只能是 1 件',
  'contains NUL': '含有空字符',
  malformed: '格式错误',
  missing: '缺失',
  'more than there are': '超过现有数量',
  'must be above zero': '必须大于零',
  'must be at least 1': '不能小于 1',
  'must be before the end': '必须早于结束时间',
  'must be later than now': '必须晚于现在',
  'must not be above 10000': '不能大于 10000',
  'must not be below the start price': '不能低于起拍价',
  'not 32 bytes of hex': '不是 32 字节的十六进制数',
  'not a file of this call': '不是此请求接受的文件',
  'not a form, JSON or multipart': '须为表单、JSON 或 multipart',
  'not a known code': '不在可选范围内',
  'not a number': '不是数字',
  'not a picture uploaded here': '不是上传到本站的图片',
  'not a whole number': '不是整数',
  'not address:tokenId': '格式须为「地址:编号」',
  'not an address': '不是有效的地址',
  'not an asset type': '不是资产类型',
  'not an id': '不是有效的编号',
  'not an object': '不是对象',
  'not hex': '不是十六进制数',
  'not what the collection is': '与合集的类型不符',
  'not what the sale asks for': '与卖家要求的不符',
  'nothing to be seen': '没有可见的字符',
  'the other side holds the item': '与持有作品的一方不符',
  'too far away': '时间过远',
  'too large': '过大',
  'mints, transfers and burns are of a whole collection alone': '铸造、转移和销毁仅可按整个合集查询',
  'not a cursor of this list': '不是此列表的翻页位置',
}

type Kind = 'big' | 'small' | 'unknown' | 'other'
/** Reasons of the schema library, by their first words. */
const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/^Too big/, 'big'],
  [/^Too small/, 'small'],
  [/^Unrecognized/, 'unknown'],
  [/^Invalid/, 'other'],
]
const KINDS_EN: Readonly<Record<Kind, string>> = {
  big: 'too large or too long',
  small: 'too small or too short',
  unknown: 'contains something unknown',
  other: 'not a valid value',
}
const KINDS_ZH: Readonly<Record<Kind, string>> = { big: '过大或过长', small: '过小或过短', unknown: '含有未知的内容', other: '值不正确' }

type Words = {
  readonly fields: Readonly<Record<string, string>>
  readonly reasons: Readonly<Record<string, string>>
  readonly kinds: Readonly<Record<Kind, string>>
}

const WORDS: Translations<Words> = { zh: { fields: FIELDS_ZH, reasons: REASONS_ZH, kinds: KINDS_ZH } }

/** Which field of a request is wrong and why, in the reader's language. An element of a list goes by the name of the list. */
export function argumentWords(meta: ErrorMeta, language: Language): ErrorMeta {
  const [field, reason] = [String(meta.field ?? ''), String(meta.reason ?? '')]
  const kind = KINDS.find(([pattern]) => pattern.test(reason))?.[1]
  if (language === 'en') return kind === undefined ? meta : { ...meta, reason: KINDS_EN[kind] }
  const { fields, reasons, kinds } = WORDS[language]
  const named = fields[field] ?? fields[field.split('.')[0] ?? '']
  return { ...meta, field: named ?? field, reason: reasons[reason] ?? kinds[kind ?? 'other'] }
}

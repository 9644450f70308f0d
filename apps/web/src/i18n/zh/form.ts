import type { dialog as enDialog, form as enForm, request as enRequest } from '../en/form.ts'
import type { Mirror } from '../mirror.ts'

export const form = {
  noPrice: '请填写大于零的价格',
  granterPrice: '新价格不能高于原价',
  lessPrice: '新出价不能低于原出价',
  tooManyDecimals: '小数位数过多',
  highPrice: '价格超出链上可表示的范围',
  lowPrice: '价格低于最小单位',
  noQuantity: '请填写数量',
  exceedValue: '超过可用数量',
  noAddress: '请填写地址',
  badAddress: '地址格式不对，应以 0x 开头，后接 40 个字符',
  own: '这是你自己的地址',
  zeroAddress: '零地址无人持有，转过去将无法找回',
  collectionAddress: '这是合集本身的地址，转过去将无法找回',
  maxAmount10Limit: '一次最多 10 件',
  noStartTime: '请选择开始时间',
  noEndTime: '请选择结束时间',
  noStartPrice: '请填写大于零的起拍价',
  noLowestAcceptPrice: '请填写保留价',
  limitLowestAcceptPrice: '不能低于起拍价',
  noMinBidIncrement: '请填写最小加价幅度',
  endBeforeStart: '结束时间要晚于开始时间',
  noDividend: '请填写分红比例，不分红填 0',
  dividendRange: '请填写 0 到 100，最多两位小数',
  bidderLimit: '出价人数上限为 200',
  noFile: '请选择文件',
  noDisplayName: '请填写显示名称',
  noTokenName: '请填写代币名称',
  royaltiesLimit: '版税不能超过 10%',
  noName: '请给作品起个名字',
  noCategory: '请选择分类',
  noContract: '请选择合集',
  noPayToken: '请选择收款币种',
  fileLimit: '文件超过 {{megabytes}} MB',
  invalid: '表单有遗漏或填写有误',
  invalidEmail: '邮箱格式不对',
  passwordLength: '密码长度为 6 到 20 位',
  shortLinkExists: '短链接已被占用',
  optional: '选填',
} satisfies Mirror<typeof enForm>

export const dialog = {
  noBalance: '{{symbol}} 余额不足',
  cancelTip: '确定下架吗？作品仍在你的钱包里。',
} satisfies Mirror<typeof enDialog>

export const request = {
  saleSuccess: '上架成功',
  bidSuccess: '出价成功',
  cancelSuccess: '取消成功',
  mintSuccess: '铸造成功',
  refreshSuccess: '刷新成功！',
} satisfies Mirror<typeof enRequest>

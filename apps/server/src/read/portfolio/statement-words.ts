import type { Language } from '@plinth/api'

/** Heads of a statement's columns and the words in them. */
export type StatementWords = {
  readonly file: string
  readonly time: string
  readonly heads: readonly string[]
  readonly sides: { readonly buy: string; readonly sell: string; readonly royalty: string }
  readonly kinds: { readonly sale: string; readonly bid: string; readonly auction: string }
  readonly sum: string
}

export const STATEMENT_WORDS: Readonly<Record<Language, StatementWords>> = {
  en: {
    file: 'statement',
    time: 'Time',
    heads: [
      'Act',
      'Kind',
      'Network',
      'Collection',
      'Contract',
      'Work',
      'Number',
      'Units',
      'Money',
      'Price',
      'Buyer fee',
      'Seller fee',
      'Royalty',
      'Dividends',
      'Paid or received',
      'Gas',
      'Gas coin',
      'Worth at the time',
      'Currency',
      'Other account',
      'Transaction',
      'Own wallet',
    ],
    sides: { buy: 'Bought', sell: 'Sold', royalty: 'Royalty received' },
    kinds: { sale: 'Listing', bid: 'Bid or offer', auction: 'Auction' },
    sum: 'Sum',
  },
  zh: {
    file: '对账单',
    time: '时间',
    heads: [
      '操作',
      '类型',
      '网络',
      '合集',
      '合约',
      '作品',
      '编号',
      '数量',
      '币种',
      '价格',
      '买家服务费',
      '卖家服务费',
      '版税',
      '分红',
      '实付或实收',
      'Gas 费',
      'Gas 币种',
      '当时估值',
      '货币',
      '对方账户',
      '交易',
      '自己的钱包',
    ],
    sides: { buy: '买入', sell: '卖出', royalty: '收到版税' },
    kinds: { sale: '挂单', bid: '出价', auction: '拍卖' },
    sum: '合计',
  },
}

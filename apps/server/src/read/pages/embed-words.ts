import type { Language } from '@plinth/api'
import type { ItemPrice } from '../item-price.ts'

type EmbedWords = { readonly [K in ItemPrice['kind'] | 'none' | 'by' | 'see' | 'missing']: string }

/** Texts of the card for other sites, and of link previews. */
export const EMBED_WORDS: Readonly<Record<Language, EmbedWords>> = {
  en: {
    sale: 'Price',
    highestBid: 'Highest bid',
    startPrice: 'Starts at',
    none: 'Not on sale',
    by: 'by {{name}}',
    see: 'See it at {{site}}',
    missing: 'This work is not here',
  },
  zh: {
    sale: '价格',
    highestBid: '最高出价',
    startPrice: '起拍价',
    none: '未在售',
    by: '作者 {{name}}',
    see: '在 {{site}} 查看',
    missing: '没有这件作品',
  },
}

/** Functions: a name may contain replacement patterns such as $&. */
export const withWord = (text: string, name: string, word: string): string => text.replace(`{{${name}}}`, () => word)

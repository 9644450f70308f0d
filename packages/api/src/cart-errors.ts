import type { ErrorRow } from './error-row.ts'

/** Purchases of several lines at once. */
export const CART_ERRORS = {
  CART_EMPTY: { errno: 4142, en: 'Nothing in the cart can be bought now.', zh: '购物车中目前没有可购买的作品。', retry: false },
  CART_CHANGED: {
    errno: 4143,
    en: 'The cart has changed since you looked. Nothing was sent.',
    zh: '购物车内容已有变化，未发送任何内容。',
    retry: true,
  },
} as const satisfies Record<string, ErrorRow>

import type { ReactNode } from 'react'

const ETHER = (
  <>
    <path d="M8 1 3.4 8.3 8 6.3zM8 1l4.6 7.3L8 6.3z" opacity=".75" />
    <path d="M8 7.4 3.4 9.4 8 15zM8 7.4l4.6 2L8 15z" />
  </>
)
const BNB = (
  <path d="m8 1.5 3.3 3.3-1.3 1.3-2-2-2 2-1.3-1.3zM2.8 6.7 4.1 8 2.8 9.3 1.5 8zM8 6.4 9.6 8 8 9.6 6.4 8zM13.2 6.7 14.5 8l-1.3 1.3L11.9 8zM6 9.9l2 2 2-2 1.3 1.3L8 14.5l-3.3-3.3z" />
)
const DOLLAR = (
  <path
    d="M8 1.4a6.6 6.6 0 1 0 0 13.2A6.6 6.6 0 0 0 8 1.4zm0 1.3a5.3 5.3 0 1 1 0 10.6A5.3 5.3 0 0 1 8 2.7zM7.4 4.2h1.2v.9h1.6v1.2H7.1v1.1h3.1v3.5H8.6v.9H7.4v-.9H5.8V9.7h3.1V8.6H5.8V5.1h1.6z"
    fillRule="evenodd"
  />
)
const ANY = (
  <path
    d="M6.2 4.4h-.7a3.6 3.6 0 0 0 0 7.2h.7v-1.5h-.7a2.1 2.1 0 0 1 0-4.2h.7zm3.6 0h.7a3.6 3.6 0 0 1 0 7.2h-.7v-1.5h.7a2.1 2.1 0 0 0 0-4.2h-.7zM5.6 7.3h4.8v1.4H5.6z"
    fillRule="evenodd"
  />
)

const COINS: Record<string, ReactNode> = { ETH: ETHER, WETH: ETHER, BNB, WBNB: BNB }

const glyphOf = (symbol: string): ReactNode => COINS[symbol] ?? (/USD/.test(symbol) ? DOLLAR : ANY)

/** Our own marks of coins and pay tokens, in ink; a dollar of any issuer is a dollar, unknown ones get a link. */
export function ChainGlyph({ symbol, label }: { symbol: string; label?: string }) {
  const glyph = glyphOf(symbol.toUpperCase())
  const shared = { className: 'icon small', viewBox: '0 0 16 16', fill: 'currentColor' }
  if (label === undefined)
    return (
      <svg {...shared} aria-hidden="true">
        {glyph}
      </svg>
    )
  return (
    <svg {...shared} role="img" aria-label={label}>
      {glyph}
    </svg>
  )
}

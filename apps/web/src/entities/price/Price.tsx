import { priceText } from '../../lib/numbers.ts'

/** "1.15 ETH". The amount is decimal text. */
export function Price({ amount, symbol }: { amount: string; symbol: string }) {
  return (
    <b className="money">
      {priceText(amount)} {symbol}
    </b>
  )
}

import { priceText } from '../../lib/numbers.ts'
import { CardWorth } from './CardWorth.tsx'
import type { WorthProps } from './Worth.tsx'

/** "1.15 ETH", and beside it what that is worth where its money is given. The amount is decimal text. */
export function Price({ amount, symbol, of }: { amount: string; symbol: string; of?: WorthProps['of'] }) {
  return (
    <>
      <b className="money">
        {priceText(amount)} {symbol}
      </b>
      {of && <CardWorth of={of} amount={amount} />}
    </>
  )
}

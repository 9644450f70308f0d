import { useMemo, useState } from 'react'
import type { CartAsked } from '../../../entities/cart/ask-cart.ts'
import { type CartLine, changeLine, keepLines, type LineKey, lineKey, removeLines } from '../../../entities/cart/cart.ts'
import { useCart } from '../../../entities/cart/use-cart.ts'
import { useSession } from '../../../lib/session.ts'

/** The lines of a drawer, and the changes that it makes to them. */
export type Basket = {
  readonly lines: readonly CartLine[]
  readonly change: (line: LineKey, change: Partial<CartLine>) => void
  readonly remove: (lines: readonly LineKey[]) => void
  /** The wallet is asked for these now: a reload must find them. Answers how to undo that where nothing was sent. */
  readonly keep: (paid: readonly CartLine[]) => () => void
}

/** The viewer's cart, or a purchase of its own that lives as long as the drawer and, once it is paid, in the cart. */
export function useBasket({ lines: given }: CartAsked): Basket {
  const { address } = useSession()
  const cart = useCart()
  const [own, setOwn] = useState(given)
  return useMemo((): Basket => {
    if (own === undefined)
      return {
        lines: cart,
        change: (line, change) => changeLine(address, line, change),
        remove: (lines) => removeLines(address, lines),
        keep: (paid) => {
          keepLines(address, paid)
          return () => undefined
        },
      }
    const [change, remove] = [
      (line: LineKey, part: Partial<CartLine>) =>
        setOwn((now) => now?.map((one) => (lineKey(one) === lineKey(line) ? { ...one, ...part } : one))),
      (lines: readonly LineKey[]) => setOwn((now) => now?.filter((one) => lines.every((line) => lineKey(line) !== lineKey(one)))),
    ]
    return {
      lines: own,
      change,
      remove: (lines) => {
        remove(lines)
        removeLines(address, lines)
      },
      keep: (paid) => {
        const known = new Set(cart.map(lineKey))
        keepLines(address, paid)
        return () =>
          removeLines(
            address,
            paid.filter((line) => !known.has(lineKey(line))),
          )
      },
    }
  }, [own, cart, address])
}

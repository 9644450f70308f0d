import type { ItemRecord } from '@plinth/api'
import { SwapBand } from '../../kit/Dialog.tsx'
import { Pieces } from './Pieces.tsx'

type Props = { item: ItemRecord; amount: bigint /** What is paid, as text. */; leaves: string; when?: string }

/** Money for so many of an item. */
export function PaySwap({ item, amount, leaves, when }: Props) {
  return (
    <SwapBand
      leaves={
        <>
          <div className="d d28">{leaves}</div>
          {when && <div className="s12 muted">{when}</div>}
        </>
      }
      comes={<Pieces item={item} amount={amount} />}
    />
  )
}

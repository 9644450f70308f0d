import type { ItemRecord } from '@plinth/api'
import { TOKEN_STANDARD } from '@plinth/protocol'
import { useItemFace } from '../../entities/cards/use-item-face.ts'
import { groupDigits } from '../../lib/numbers.ts'

/** So many of an item, in the band that says what leaves and what comes. */
export function Pieces({ item, amount }: { item: ItemRecord; amount: bigint }) {
  const { name, picture } = useItemFace(item)
  return (
    <div className="row g12">
      {item.standard === TOKEN_STANDARD.ERC1155 && <b className="d d22 num">{groupDigits(amount.toString())}&nbsp;×</b>}
      {picture ? <img src={picture.src} srcSet={picture.srcSet} alt={name} /> : <b>{name}</b>}
    </div>
  )
}

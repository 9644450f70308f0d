import type { ItemRecord } from '@plinth/api'
import { TOKEN_STANDARD } from '@plinth/protocol'
import { itemFace } from '../../entities/cards/item-view.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { groupDigits } from '../../lib/numbers.ts'

/** So many of a work, in the band that says what leaves and what comes. */
export function Pieces({ item, amount }: { item: ItemRecord; amount: bigint }) {
  const { t } = useTranslation()
  const { name, picture } = itemFace(item, t('item.untitled', { id: item.tokenId }))
  return (
    <div className="row g12">
      {item.standard === TOKEN_STANDARD.ERC1155 && <b className="d d22 num">{groupDigits(amount.toString())}&nbsp;×</b>}
      {picture ? <img src={picture.src} srcSet={picture.srcSet} alt={name} /> : <b>{name}</b>}
    </div>
  )
}

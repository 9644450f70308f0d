import type { ItemRecord } from '@plinth/api'
import { TOKEN_STANDARD } from '@plinth/protocol'
import { itemFace } from '../../entities/item-view.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { SwapBand } from '../../kit/Dialog.tsx'
import { groupDigits } from '../../lib/numbers.ts'

type Props = { item: ItemRecord; amount: bigint /** What is paid, as text. */; leaves: string; when?: string }

/** Money for so many of a work. */
export function PaySwap({ item, amount, leaves, when }: Props) {
  const { t } = useTranslation()
  const { name, picture } = itemFace(item, t('item.untitled', { id: item.tokenId }))
  return (
    <SwapBand
      leaves={
        <>
          <div className="d d28">{leaves}</div>
          {when && <div className="s12 muted">{when}</div>}
        </>
      }
      comes={
        <div className="row g12">
          {item.standard === TOKEN_STANDARD.ERC1155 && <b className="d d22">{groupDigits(amount.toString())} ×</b>}
          {picture ? <img src={picture.src} srcSet={picture.srcSet} alt={name} /> : <b>{name}</b>}
        </div>
      }
    />
  )
}

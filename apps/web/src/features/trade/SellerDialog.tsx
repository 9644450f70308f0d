import type { ItemRecord } from '@plinth/api'
import type { ReactNode } from 'react'
import { itemFace } from '../../entities/item-view.ts'
import { Thumb } from '../../entities/Thumb.tsx'
import { FlowFoot, type FlowFootProps } from '../../flows/FlowFoot.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Dialog } from '../../kit/Dialog.tsx'

type Props = Pick<FlowFootProps, 'state' | 'steps' | 'labels' | 'submit' | 'hint'> & {
  item: ItemRecord
  kicker: string
  onClose: () => void
  children: ReactNode
}

/** What all dialogs about one's own sale look like: the work, what is asked or told, the steps. */
export function SellerDialog({ item, kicker, onClose, children, ...foot }: Props) {
  const { t } = useTranslation()
  const face = itemFace(item, t('item.untitled', { id: item.tokenId }))
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={kicker}
      title={face.name}
      thumb={<Thumb src={face.picture?.src ?? ''} size={56} />}
      foot={<FlowFoot {...foot} />}
    >
      {children}
    </Dialog>
  )
}

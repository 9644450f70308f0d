import type { ItemRecord } from '@plinth/api'
import type { ReactNode } from 'react'
import { Thumb } from '../../entities/cards/Thumb.tsx'
import { useItemFace } from '../../entities/cards/use-item-face.ts'
import { FlowFoot, type FlowFootProps } from '../../flows/engine/FlowFoot.tsx'
import { Dialog } from '../../kit/Dialog.tsx'

type Props = FlowFootProps & {
  item: ItemRecord
  kicker: string
  /** What leaves, what comes. */
  band?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Common layout of all dialogs about the account's own item: the item, the fields or explanation, the steps. */
export function SellerDialog({ item, kicker, band, onClose, children, ...foot }: Props) {
  const face = useItemFace(item)
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={kicker}
      title={face.name}
      thumb={<Thumb src={face.picture?.src ?? ''} size={56} />}
      band={band}
      foot={<FlowFoot {...foot} />}
    >
      {children}
    </Dialog>
  )
}

import { FlowFoot, type FlowFootProps } from '../../flows/engine/FlowFoot.tsx'
import { ItemDialog, type ItemDialogProps } from './ItemDialog.tsx'

type Props = Pick<ItemDialogProps, 'item' | 'kicker' | 'band' | 'onClose' | 'children'> & FlowFootProps

/** Common layout of the dialogs that trade an item: the item, the fields or explanation, the steps. */
export function TradeFrame({ item, kicker, band, onClose, children, ...foot }: Props) {
  return (
    <ItemDialog item={item} kicker={kicker} band={band} onClose={onClose} foot={<FlowFoot {...foot} />}>
      {children}
    </ItemDialog>
  )
}

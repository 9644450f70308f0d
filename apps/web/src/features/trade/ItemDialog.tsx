import type { ItemRecord } from '@plinth/api'
import { Thumb } from '../../entities/cards/Thumb.tsx'
import { useItemFace } from '../../entities/cards/use-item-face.ts'
import { Dialog, type DialogProps } from '../../kit/Dialog.tsx'

export type ItemDialogProps = Omit<DialogProps, 'open' | 'title' | 'thumb'> & { item: ItemRecord }

/** A dialog about one item, which its head names and shows. */
export function ItemDialog({ item, ...rest }: ItemDialogProps) {
  const face = useItemFace(item)
  return <Dialog open title={face.name} thumb={<Thumb src={face.picture?.src ?? ''} size={56} />} {...rest} />
}

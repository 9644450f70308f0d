import { useEffect, useRef } from 'react'
import type { ItemGridProps } from '../entities/cards/ItemGrid.tsx'
import { useCardActs } from './use-card-acts.tsx'

/** Gives a grid that is on screen already its quick acts, and holds their dialogs: trading is no part of the first view. */
export function CardActs({ onReady }: { onReady: (acts: Pick<ItemGridProps, 'actOf'>) => void }) {
  const { actOf, dialogs } = useCardActs()
  // Whichever render it comes from, it opens the same dialog.
  const first = useRef({ actOf })
  useEffect(() => onReady(first.current), [onReady])
  return dialogs
}

import { lazy } from 'react'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { afterFirstView } from '../../lib/chunk.ts'
import type { CartActProps } from './CartAct.tsx'

const CartAct = lazy(afterFirstView(async () => ({ default: (await import('./CartAct.tsx')).CartAct })))

/** Keeps its place until its code has come. */
export function CartActSlot(props: CartActProps) {
  return (
    <span className={props.isTall ? 'icon-button tall' : 'icon-button'}>
      <LazyBoundary>
        <CartAct {...props} />
      </LazyBoundary>
    </span>
  )
}

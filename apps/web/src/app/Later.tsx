import { lazy } from 'react'
import { Shortcuts } from '../features/palette/Shortcuts.tsx'
import { allTexts } from '../i18n/index.ts'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { afterFirstView } from '../lib/chunk.ts'

const CartSlot = lazy(
  afterFirstView(async () => {
    const [{ CartSlot: slot }] = await Promise.all([import('../features/trade/cart/CartSlot.tsx'), allTexts()])
    return { default: slot }
  }),
)

/** What every page has and no first view needs: the keys and the cart. */
export function Later() {
  return (
    <>
      <Shortcuts />
      <LazyBoundary>
        <CartSlot />
      </LazyBoundary>
    </>
  )
}

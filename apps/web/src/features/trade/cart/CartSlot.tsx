import { ShoppingBag } from 'lucide-react'
import { lazy, useEffect } from 'react'
import { askCart, closeCart, useCartAsked } from '../../../entities/cart/ask-cart.ts'
import { takeVisitorCart } from '../../../entities/cart/cart.ts'
import { useCart } from '../../../entities/cart/use-cart.ts'
import { allTexts } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Icon } from '../../../kit/icons.tsx'
import { LazyBoundary } from '../../../kit/LazyBoundary.tsx'
import { inTime } from '../../../lib/chunk.ts'
import { useSession } from '../../../lib/session.ts'
import './cart-slot.css'

const CartDrawer = lazy(
  inTime(async () => {
    const [{ CartDrawer: drawer }] = await Promise.all([import('./CartDrawer.tsx'), allTexts()])
    return { default: drawer }
  }),
)

/** The cart of every page: its button in the header, and the drawer that the button, a key or a sweep opens. */
export function CartSlot() {
  const { address } = useSession()
  const asked = useCartAsked()
  useEffect(() => {
    if (address) takeVisitorCart(address)
  }, [address])
  return (
    <>
      <CartButton />
      <LazyBoundary>
        {/* Another account has another cart. */}
        {asked && <CartDrawer key={address} asked={asked} onClose={closeCart} />}
      </LazyBoundary>
    </>
  )
}

function CartButton() {
  const { t } = useTranslation()
  const count = useCart().length
  const label = count === 0 ? t('cart.title') : t('cart.open', { count })
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} aria-haspopup="dialog" onClick={() => askCart()}>
      <Icon of={ShoppingBag} />
      {count > 0 && <span className="cart-count num">{count}</span>}
    </button>
  )
}

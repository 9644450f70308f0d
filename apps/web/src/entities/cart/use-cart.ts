import { useCallback } from 'react'
import { useSession } from '../../lib/session.ts'
import { LOCAL } from '../../lib/storage.ts'
import { useStored } from '../../lib/use-stored.ts'
import { type CartLine, hasWork, listCart } from './cart.ts'

/** The viewer's cart; renders again when this tab or another changes it. */
export function useCart(): readonly CartLine[] {
  const { address } = useSession()
  return useStored(
    LOCAL.cart,
    useCallback(() => listCart(address), [address]),
  )
}

/** Whether the viewer's cart has the work. */
export function useInCart(key: { chainId: number; collection: string; tokenId: bigint }): boolean {
  const { address } = useSession()
  return useStored(LOCAL.cart, () => hasWork(address, key))
}

import { create } from 'zustand'
import type { CartLine } from './cart.ts'

/** `lines`: a purchase of its own, beside the cart: a sweep, or pieces of an edition. */
export type CartAsked = { readonly lines?: readonly CartLine[] }

export const useCartAsked = create<CartAsked | undefined>(() => undefined)

/** Opens the cart over any page; undefined closes it. */
export const askCart = (asked: CartAsked | undefined = {}): void => useCartAsked.setState(asked, true)

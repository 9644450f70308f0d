import { create } from 'zustand'
import type { CartLine } from './cart.ts'

/** `lines`: a purchase of its own, beside the cart: a sweep, or pieces of an edition. */
export type CartAsked = { readonly lines?: readonly CartLine[] }

const useAsked = create<{ asked: CartAsked | undefined }>(() => ({ asked: undefined }))

export const useCartAsked = (): CartAsked | undefined => useAsked(({ asked }) => asked)

/** Opens the cart over any page. */
export const askCart = (asked: CartAsked = {}): void => useAsked.setState({ asked })
export const closeCart = (): void => useAsked.setState({ asked: undefined })

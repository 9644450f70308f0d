import type { AttributeChoice, OfferRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'

type Of = { readonly chainId: number; readonly collection: Address }

/** What an account can do with offers for sets: make one, raise its price, end it and sign another in its place, end it. */
export type OfferAct = Of &
  (
    | { readonly act: 'make'; readonly attributes: readonly AttributeChoice[] }
    | { readonly act: 'raise' | 'renew' | 'cancel'; readonly offer: OfferRecord }
  )
export type OpenOffer = (act: OfferAct) => void

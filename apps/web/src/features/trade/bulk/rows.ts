import type { PayToken, SellingFacts } from '@plinth/api'
import { type Address, parseUnits, TOKEN_STANDARD, tradeSums } from '@plinth/protocol'
import { leastPriceOf } from '../../../entities/price/least-price.ts'
import { typedPrice } from '../../../entities/price/use-price-outlier.tsx'
import type { TextKey } from '../../../i18n/translate.ts'
import { amountError, quantityError, typedQuantity } from '../sale-form.ts'
import type { BulkMode, DraftRow } from './draft.ts'
import { moneyOfToken, type PriceSources, sourcesOf } from './fills.ts'
import { type PriceWarning, warningOf } from './warnings.ts'

/** A row of the editor with everything that follows from its fields. */
export type BulkRow = {
  readonly draft: DraftRow
  readonly facts: SellingFacts
  readonly token: PayToken
  readonly sources: PriceSources
  /** Of one, in base units; 0 while there is none. */
  readonly unitPrice: bigint
  readonly quantity: bigint
  readonly error: TextKey | undefined
  readonly quantityError: TextKey | undefined
  /** Not answered yet. */
  readonly warning: PriceWarning | undefined
  readonly sums: ReturnType<typeof tradeSums>
  /** In base units, of a listing that is changed. */
  readonly current: bigint | undefined
  /** In bps, of the next signature. */
  readonly sellerFee: bigint
}

export type RowContext = {
  readonly mode: BulkMode
  readonly me: Address | undefined
  /** Of the chain, chosen for new listings. */
  readonly token: PayToken | undefined
  readonly tokens: readonly PayToken[]
  /** Symbol of the chain's coin. */
  readonly coin: string
  /** In bps, of the market now. */
  readonly sellerFee: bigint
}

/** A listing keeps its money; undefined while that, or the money of new ones, is not known. */
export function rowOf(draft: DraftRow, facts: SellingFacts, context: RowContext): BulkRow | undefined {
  const { mode, me, tokens, coin } = context
  const listing = mode === 'change' ? facts.listing : undefined
  const token = listing ? tokens.find(({ address }) => address === listing.payToken) : context.token
  if (!token) return undefined
  const most = listing ? listing.left : facts.held
  const typed = draft.quantity ?? most.toString()
  const isEdition = facts.standard === TOKEN_STANDARD.ERC1155 && !listing
  const quantity = isEdition ? typedQuantity(typed) : most
  const unitPrice = typedPrice(draft.price, token)
  const sources = sourcesOf(facts, moneyOfToken(token, coin))
  const error = priceError(draft.price, { token, listing })
  const warning = error === undefined && draft.kept !== draft.price ? warningOf(unitPrice, sources) : undefined
  return {
    draft,
    facts,
    token,
    sources,
    unitPrice,
    quantity,
    error,
    quantityError: isEdition ? quantityError(typed, most) : undefined,
    warning,
    current: listing?.unitPrice,
    sellerFee: context.sellerFee,
    sums: tradeSums({
      unitPrice,
      quantity,
      sellerFeeBps: listing && unitPrice <= listing.unitPrice ? BigInt(listing.sellerFee) : context.sellerFee,
      buyerFeeBps: 0n,
      royalties: facts.royalties.map((bps, at) => ({ bps: BigInt(bps), recipient: at === 0 ? facts.creator : undefined })),
      seller: me,
    }),
  }
}

function priceError(text: string, { token, listing }: { token: PayToken; listing: SellingFacts['listing'] }): TextKey | undefined {
  const error = amountError(text, token.decimals)
  if (error) return error
  const price = parseUnits(text, token.decimals)
  if (price < leastPriceOf(token)) return 'form.lowPrice'
  if (listing && price === listing.unitPrice) return 'trade.samePrice'
  // A work that its purchase mints has one salt only.
  return listing?.isMinted && price > listing.unitPrice ? 'form.granterPrice' : undefined
}

/** Counts the obstacles of the button: prices that can’t be signed, and warnings without an answer. */
export function openPoints(rows: readonly BulkRow[]): { errors: number; warnings: number } {
  return {
    errors: rows.filter(({ error, quantityError: wrong }) => error !== undefined || wrong !== undefined).length,
    warnings: rows.filter(({ warning }) => warning !== undefined).length,
  }
}

import type { Inbox, InboxRow } from '@plinth/api'
import { itemName } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { MOST_ACCEPTED } from '@plinth/sdk'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { AcceptLine } from '../../../entities/offers/accept-line.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { keyOf } from '../../../lib/api.ts'
import { offerApi } from '../../../lib/offer-api.ts'

const LIMIT = 20

/** `me`: another account's are others. */
export const inboxQuery = (me: Address | undefined) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(offerApi.inbox, { page: 1, limit: LIMIT }), me],
    queryFn: ({ pageParam, signal }) => offerApi.inbox({ page: pageParam, limit: LIMIT }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, hasMore }: Inbox) => (hasMore ? page + 1 : undefined),
    enabled: me !== undefined,
  })

export const lineOf = ({ offer, collectionName, items }: InboxRow, t: Translate): AcceptLine => ({
  offer,
  collectionName,
  works: items.map((item) => Object.assign({}, item, { name: itemName(item.name, t('item.untitled', { id: item.tokenId })) })),
})

/** The best rows that one transaction can accept: of the network of the very best. */
export function bestOf(rows: readonly InboxRow[], count: number): InboxRow[] {
  const [first] = rows
  return rows.filter(({ offer }) => offer.chainId === first?.offer.chainId).slice(0, Math.min(count, MOST_ACCEPTED))
}

import type { SellingFacts } from '@plinth/api'
import { useCallback } from 'react'
import type { OpenAccept } from '../../../entities/offers/accept-line.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { toast } from '../../../kit/toast.tsx'
import { offerApi } from '../../../lib/offer-api.ts'
import { failureOf } from '../../../wallet/errors.ts'

/** Opens the dialog that sells the work to the best bid or offer there is now. */
export function useAcceptTop(facts: SellingFacts, accept: OpenAccept): () => void {
  const { t } = useTranslation()
  return useCallback(() => {
    const { item, name, image, held, royalties, creator, collectionName } = facts
    const open = async () => {
      const { list } = await offerApi.forItem({ ...item, page: 1, limit: 1 })
      const [offer] = list
      const work = { tokenId: item.tokenId, name, image, held, royalties, creator }
      if (offer) accept([{ offer, collectionName, works: [work] }])
      else toast(t('bulk.offerGone'), 'bad')
    }
    open().catch((error: unknown) => toast(failureOf(error).text, 'bad'))
  }, [facts, accept, t])
}

import type { PortfolioItem } from '@plinth/api'
import { t } from '../../../i18n/translate.ts'
import { toast } from '../../../kit/toast.tsx'
import { keyOf, queryClient } from '../../../lib/api.ts'
import { portfolioApi } from '../../../lib/portfolio-api.ts'
import { failureText } from '../../../wallet/failure-text.ts'

/** The most that one call takes. */
const MOST = 100

type Work = Pick<PortfolioItem, 'chainId' | 'collection' | 'tokenId'>

/** Hides these works or shows them again, and reads the ledger as it is then. Answers the works that have changed. */
export async function hideWorks(works: readonly Work[], isHidden: boolean): Promise<readonly Work[]> {
  let done = 0
  const act = isHidden ? portfolioApi.hide : portfolioApi.unhide
  try {
    for (; done < works.length; done += MOST)
      await act({ items: works.slice(done, done + MOST).map(({ chainId, collection, tokenId }) => ({ chainId, collection, tokenId })) })
    toast(t(isHidden ? 'portfolio.hiddenNow' : 'portfolio.shownNow', { count: works.length }))
  } catch (error) {
    toast(await failureText(error), 'bad')
  }
  const names = [portfolioApi.summary, portfolioApi.collections].map((method) => keyOf(method as typeof portfolioApi.summary))
  await Promise.all([
    ...names.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    // From its beginning: a long ledger is not read again page by page.
    queryClient.resetQueries({ queryKey: keyOf(portfolioApi.items) }),
  ])
  return works.slice(0, done)
}

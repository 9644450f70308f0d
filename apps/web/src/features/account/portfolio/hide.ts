import type { PortfolioItem } from '@plinth/api'
import { t } from '../../../i18n/translate.ts'
import { toast } from '../../../kit/toast.tsx'
import { keyOf, queryClient } from '../../../lib/api.ts'
import { portfolioApi } from '../../../lib/portfolio-api.ts'
import { failureText } from '../../../wallet/failure-text.ts'

/** The most that one call takes. */
const MOST = 100

/** Hides these works or shows them again, and reads the ledger as it is then. */
export async function hideWorks(
  works: readonly Pick<PortfolioItem, 'chainId' | 'collection' | 'tokenId'>[],
  isHidden: boolean,
): Promise<void> {
  const act = isHidden ? portfolioApi.hide : portfolioApi.unhide
  try {
    for (let at = 0; at < works.length; at += MOST)
      await act({ items: works.slice(at, at + MOST).map(({ chainId, collection, tokenId }) => ({ chainId, collection, tokenId })) })
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
}

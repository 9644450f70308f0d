import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { RetryButton } from '../../kit/RetryButton.tsx'
import { Spinner } from '../../kit/Spinner.tsx'

type Props = { pages: Pick<UseInfiniteQueryResult, 'isError' | 'hasNextPage' | 'fetchNextPage'> }

/** Under the last row: more rows come, or could not be loaded. */
export function ListFoot({ pages }: Props) {
  if (pages.isError) return <RetryButton onRetry={() => pages.fetchNextPage()} />
  return pages.hasNextPage && <Spinner />
}

import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Spinner } from '../../kit/Spinner.tsx'

type Props = { pages: Pick<UseInfiniteQueryResult, 'isError' | 'hasNextPage' | 'fetchNextPage'> }

/** Under the last row: more rows come, or could not be loaded. */
export function ListFoot({ pages }: Props) {
  const { t } = useTranslation()
  if (pages.isError)
    return (
      <Button size="small" onClick={() => pages.fetchNextPage()}>
        <Icon of={RotateCw} size="small" />
        {t('kit.retry')}
      </Button>
    )
  return pages.hasNextPage && <Spinner />
}

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from '../../i18n/translate.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { pagesAround } from './tabs.ts'

type Props = { page: number; pages: number; onTurn: (page: number) => void }

/** Where the list begins. It still grows below by scrolling. */
export function Pager({ page, pages, onTurn }: Props) {
  const { t } = useTranslation()
  return (
    <nav className="pager" aria-label={t('account.pages')}>
      <IconButton icon={ChevronLeft} size="small" label={t('account.pageBefore')} disabled={page <= 1} onClick={() => onTurn(page - 1)} />
      {pagesAround(page, pages).map((each, index) =>
        each === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name than its place
          <span key={`gap-${index}`} className="muted" aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={each}
            type="button"
            className={each === page ? 'num on' : 'num'}
            aria-label={t('account.pageNumber', { page: each })}
            aria-current={each === page ? 'page' : undefined}
            onClick={() => onTurn(each)}
          >
            {each}
          </button>
        ),
      )}
      <IconButton
        icon={ChevronRight}
        size="small"
        label={t('account.pageAfter')}
        disabled={page >= pages}
        onClick={() => onTurn(page + 1)}
      />
    </nav>
  )
}

import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useTranslation } from '../../i18n/translate.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { pagesAround } from './tabs.ts'

type Props = { page: number; pages: number; onTurn: (page: number) => void }

/** Under the list, which grows by scrolling: where it begins (ACC-12). */
export function Pager({ page, pages, onTurn }: Props) {
  const { t } = useTranslation()
  return (
    <nav className="pager" aria-label={t('account.pages')}>
      <Step icon={ChevronLeft} label={t('account.pageBefore')} isEnd={page <= 1} onStep={() => onTurn(page - 1)} />
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
      <Step icon={ChevronRight} label={t('account.pageAfter')} isEnd={page >= pages} onStep={() => onTurn(page + 1)} />
    </nav>
  )
}

type StepProps = { icon: LucideIcon; label: string; isEnd: boolean; onStep: () => void }

/** At the end it does nothing and keeps the focus, so that a keyboard user goes on from there. */
function Step({ icon, label, isEnd, onStep }: StepProps) {
  return <IconButton icon={icon} size="small" label={label} aria-disabled={isEnd || undefined} onClick={() => !isEnd && onStep()} />
}

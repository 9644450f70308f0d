import type { ItemFilters } from '@plinth/api'
import { ShoppingBasket } from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { LazyBoundary } from '../../../kit/LazyBoundary.tsx'
import { inTime } from '../../../lib/chunk.ts'
import './sweep.css'

const SweepBar = lazy(inTime(async () => ({ default: (await import('./SweepBar.tsx')).SweepBar })))

/** Opens the bar that buys the cheapest of a list. */
export function Sweep({ filters }: { filters: ItemFilters }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="quiet" className="sweep-open" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon of={ShoppingBasket} size="small" />
        <span>{t('cart.sweep.open')}</span>
      </Button>
      <LazyBoundary>{isOpen && <SweepBar filters={filters} onClose={() => setOpen(false)} />}</LazyBoundary>
    </>
  )
}

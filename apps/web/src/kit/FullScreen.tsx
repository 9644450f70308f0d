import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { Icon } from './icons.tsx'
import { useLayer } from './use-layer.ts'

type Props = { label: string; onClose: () => void; children: ReactNode }

/** All of the page, for browsers in which an element can't have the screen: those of iPhones. */
export function FullScreen({ label, onClose, children }: Props) {
  const { t } = useTranslation()
  useLayer(true, onClose)
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Popup className="full-screen" aria-label={label}>
          {children}
          <Base.Close className="icon-button full-screen-close" aria-label={t('kit.close')}>
            <Icon of={X} />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

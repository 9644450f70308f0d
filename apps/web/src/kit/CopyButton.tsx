import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { Icon } from './icons.tsx'
import { toast } from './toast.tsx'

/** Copies a text and says so; `what` is its accessible name. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useTranslation()
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), 2_000)
    return () => clearTimeout(timer)
  }, [isDone])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
      toast(t('kit.copied'))
    } catch {
      toast(t('kit.copyFailed'), 'bad')
    }
  }
  return (
    <button type="button" className={isDone ? 'copy done' : 'copy'} aria-label={t('kit.copy', { what })} onClick={copy}>
      <Icon of={isDone ? Check : Copy} size="small" />
    </button>
  )
}

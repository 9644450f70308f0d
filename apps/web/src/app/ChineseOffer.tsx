import { useState } from 'react'
import { setLocale } from '../i18n/index.ts'
import { Button } from '../kit/Button.tsx'
import './chinese-offer.css'

/** Offers Chinese once, in Chinese, where the browser prefers it; either answer is kept. */
export function ChineseOffer() {
  const [isOpen, setOpen] = useState(true)
  const take = (locale: 'en' | 'zh') => {
    setOpen(false)
    void setLocale(locale)
  }
  if (!isOpen) return null
  return (
    <section className="chinese-offer" lang="zh" aria-label="语言">
      <span>本站有中文版。</span>
      <Button size="small" variant="primary" onClick={() => take('zh')}>
        切换到中文
      </Button>
      <Button size="small" onClick={() => take('en')}>
        <span lang="en">Stay in English</span>
      </Button>
    </section>
  )
}

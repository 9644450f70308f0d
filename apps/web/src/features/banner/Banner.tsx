import './banner.css'
import type { Banner as BannerRecord } from '@plinth/api'
import { Pause, Play } from 'lucide-react'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { PHONE, REDUCED_MOTION, useMediaQuery } from '../../lib/media-query.ts'
import { useConfig } from '../../lib/site.ts'
import { isMobileAgent } from '../../lib/user-agent.ts'
import { DesktopSlide, PhoneSlide } from './slides.tsx'
import { useSlides } from './use-slides.ts'

/** The operator's items, one at a time; a desktop and a phone version (HOME-02). */
export function Banner() {
  const { t } = useTranslation()
  const { locale } = useLocale()
  const { banners } = useConfig().site
  const isPhone = useMediaQuery(PHONE) || isMobileAgent()
  const slides = useSlides(banners.length, useMediaQuery(REDUCED_MOTION))
  if (banners.length === 0) return null
  const Slide = isPhone ? PhoneSlide : DesktopSlide
  return (
    <section className={isPhone ? 'banner phone' : 'banner'} aria-roledescription="carousel" aria-label={t('home.banner')} {...slides.hold}>
      <div className="banner-view" ref={slides.view} onScroll={slides.note}>
        {banners.map((banner, index) => (
          <div key={keyOf(banner)} className="banner-slide" inert={index !== slides.at}>
            <Slide
              banner={banner}
              title={banner.title[locale]}
              text={banner.text[locale]}
              eager={index === 0}
              isShown={index === slides.at}
            />
          </div>
        ))}
      </div>
      {banners.length > 1 && <Pager banners={banners} slides={slides} />}
    </section>
  )
}

const keyOf = ({ chainId, address, tokenId }: BannerRecord) => `${chainId}:${address}:${tokenId}`

function Pager({ banners, slides }: { banners: readonly BannerRecord[]; slides: ReturnType<typeof useSlides> }) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  return (
    <div className="wrap banner-pager">
      {banners.map((banner, index) => (
        <button
          key={keyOf(banner)}
          type="button"
          aria-label={t('home.goTo', { title: banner.title[locale] })}
          aria-current={index === slides.at}
          onClick={() => slides.show(index)}
        />
      ))}
      <span className="s12 num banner-count">{t('home.slide', { at: slides.at + 1, total: banners.length })}</span>
      {slides.canPlay && (
        <IconButton
          icon={slides.isPaused ? Play : Pause}
          size="tiny"
          label={t(slides.isPaused ? 'home.play' : 'home.pause')}
          onClick={() => slides.setPaused(!slides.isPaused)}
        />
      )}
    </div>
  )
}

import { type ItemRecord, readMetadata } from '@plinth/api'
import { isPixelArt, isUnplayable } from '@plinth/protocol'
import { Download, ImageOff, Maximize } from 'lucide-react'
import { type CSSProperties, lazy, type ReactNode, type Ref, useRef, useState } from 'react'
import { useItemFace } from '../../entities/cards/use-item-face.ts'
import { LikeButton } from '../../entities/LikeButton.tsx'
import { ShareMenu } from '../../entities/ShareMenu.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { Icon } from '../../kit/icons.tsx'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { useBroken } from '../../kit/use-broken.ts'
import { inTime } from '../../lib/chunk.ts'
import { itemPath } from '../../lib/links.ts'
import { mediaUrl } from '../../lib/media.ts'
import { Player, toggle } from './Player.tsx'
import './full-screen.css'

const FullScreen = lazy(inTime(async () => ({ default: (await import('../../kit/FullScreen.tsx')).FullScreen })))

/** The whole item on the wall, sound and video with a player on the floor. */
export function Stage({ item, menu }: { item: ItemRecord; menu: ReactNode }) {
  const { t } = useTranslation()
  const figure = useRef<HTMLElement>(null)
  const [media, setMedia] = useState<HTMLMediaElement | null>(null)
  const face = useItemFace(item)
  const metadata = readMetadata(item.metadata)
  const animation = mediaUrl(metadata.animationUrl)
  const image = mediaUrl(metadata.image)
  const kind = animation === '' ? 'image' : item.mediaKind
  const { isBroken, onError } = useBroken(animation)
  const isPlayable = (kind === 'audio' || kind === 'video') && !isBroken && !isUnplayable(animation)
  const [isWhole, setWhole] = useState(false)
  const fillScreen = () => {
    if (document.fullscreenEnabled && figure.current) return void figure.current.requestFullscreen().catch(() => setWhole(true))
    // It plays on in the one that fills the page.
    if (kind === 'video') media?.pause()
    setWhole(true)
  }
  const size = { width: item.width, height: item.height }
  return (
    <div className={kind === 'audio' || kind === 'video' ? 'wall stage with-player' : 'wall stage'}>
      <div className="wall-floor" />
      <div className="stage-tools">
        <LikeButton item={item} />
        <ShareMenu path={itemPath(item)} title={face.name} />
        <IconButton icon={Maximize} label={t('work.fullScreen')} onClick={fillScreen} />
        {menu}
      </div>
      <figure ref={figure} className="stage-figure">
        {kind === 'video' && isPlayable ? (
          <StageVideo src={animation} poster={image} label={face.name} {...size} ref={setMedia} onError={onError} />
        ) : (
          <StageItem src={image} alt={face.name} {...size} />
        )}
        {kind === 'audio' && isPlayable && (
          // biome-ignore lint/a11y/useMediaCaption: a work of art comes without captions
          <audio ref={setMedia} src={animation} loop preload="metadata" onError={onError} />
        )}
        {isPlayable && <Player media={media} />}
        {(kind === 'audio' || kind === 'video') && !isPlayable && <TakeHome src={animation} />}
      </figure>
      <LazyBoundary>
        {isWhole && (
          <FullScreen label={face.name} onClose={() => setWhole(false)}>
            {kind === 'video' && isPlayable ? (
              // biome-ignore lint/a11y/useMediaCaption: a work of art comes without captions
              <video src={animation} poster={image} aria-label={face.name} controls loop playsInline />
            ) : (
              <StageItem src={image} alt={face.name} {...size} />
            )}
          </FullScreen>
        )}
      </LazyBoundary>
    </div>
  )
}

type Size = { width: number; height: number }

/** The stylesheet makes it as large as the wall allows, whatever its shape; hidden until that is known. */
function useShape(known: Size) {
  const [{ width, height }, setNatural] = useState(known)
  const isKnown = width > 0 && height > 0
  const style = { '--ratio': isKnown ? width / height : 1 } as CSSProperties
  const classes = ['work stage-work', isKnown ? '' : 'hidden', isPixelArt(width, height) ? 'pixels' : '']
  return { style, className: classes.filter(Boolean).join(' '), setNatural }
}

function StageItem({ src, alt, ...size }: Size & { src: string; alt: string }) {
  const { style, className, setNatural } = useShape(size)
  const { isBroken, onError } = useBroken(src)
  if (src === '' || isBroken)
    return (
      <span className="stage-none muted">
        <Icon of={ImageOff} size="large" />
      </span>
    )
  return (
    <span className={className} style={style}>
      <img
        src={src}
        alt={alt}
        onError={onError}
        onLoad={({ currentTarget }) => setNatural({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
      />
    </span>
  )
}

type VideoProps = Size & { src: string; poster: string; label: string; ref: Ref<HTMLVideoElement>; onError: () => void }

function StageVideo({ src, poster, label, ref, onError, ...size }: VideoProps) {
  const { style, className, setNatural } = useShape(size)
  return (
    <span className={className} style={style}>
      {/* biome-ignore lint/a11y/useMediaCaption: a work of art comes without captions */}
      <video
        ref={ref}
        src={src}
        poster={poster}
        loop
        playsInline
        preload="metadata"
        aria-label={label}
        onError={onError}
        onClick={({ currentTarget }) => toggle(currentTarget)}
        onLoadedMetadata={({ currentTarget }) => setNatural({ width: currentTarget.videoWidth, height: currentTarget.videoHeight })}
      />
    </span>
  )
}

/** Browsers can't play midi, nor what is broken: there the file can be taken home (decision 38). */
function TakeHome({ src }: { src: string }) {
  const { t } = useTranslation()
  return (
    <a className="button small player-download" href={src} download>
      <Icon of={Download} size="small" />
      {t('work.download')}
    </a>
  )
}

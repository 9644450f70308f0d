import { type ItemRecord, readMetadata } from '@plinth/api'
import { isUnplayable } from '@plinth/protocol'
import { Download, ImageOff, Maximize, Share2 } from 'lucide-react'
import { type CSSProperties, useRef, useState } from 'react'
import { itemFace } from '../../entities/item-view.ts'
import { LikeButton } from '../../entities/LikeButton.tsx'
import { isPixelArt } from '../../entities/work-size.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { Icon } from '../../kit/icons.tsx'
import { toast } from '../../kit/toast.tsx'
import { mediaUrl } from '../../lib/media.ts'

/** The whole work on the wall, sound and video with their players. */
export function Stage({ item }: { item: ItemRecord }) {
  const { t } = useTranslation()
  const figure = useRef<HTMLElement>(null)
  const face = itemFace(item, t('item.untitled', { id: item.tokenId }))
  const metadata = readMetadata(item.metadata)
  const animation = mediaUrl(metadata.animationUrl)
  const image = mediaUrl(metadata.image)
  return (
    <div className="wall stage">
      <div className="wall-floor" />
      <div className="stage-tools">
        <LikeButton item={item} />
        <IconButton icon={Share2} label={t('work.share')} onClick={() => share(t('work.shareCopied'), t('kit.copyFailed'))} />
        <IconButton icon={Maximize} label={t('work.fullScreen')} onClick={() => void figure.current?.requestFullscreen?.()} />
      </div>
      <figure ref={figure} className="stage-figure">
        {item.mediaKind === 'video' && animation ? (
          // biome-ignore lint/a11y/useMediaCaption: a work of art comes without captions
          <video
            className="stage-video"
            src={animation}
            poster={image}
            controls
            loop
            playsInline
            preload="metadata"
            aria-label={face.name}
          />
        ) : (
          <StageWork src={image} alt={face.name} width={item.width} height={item.height} />
        )}
      </figure>
      {item.mediaKind === 'audio' && animation && <Sound src={animation} />}
    </div>
  )
}

type WorkProps = { src: string; alt: string; width: number; height: number }

function StageWork({ src, alt, width, height }: WorkProps) {
  const [natural, setNatural] = useState({ width, height })
  if (src === '')
    return (
      <span className="stage-none muted">
        <Icon of={ImageOff} size="large" />
      </span>
    )
  const isKnown = natural.width > 0 && natural.height > 0
  // The stylesheet makes it as large as the wall allows, whatever its shape.
  const style = { '--ratio': isKnown ? natural.width / natural.height : 1 } as CSSProperties
  const classes = ['work stage-work', isKnown ? '' : 'hidden', isPixelArt(natural.width, natural.height) ? 'pixels' : '']
  return (
    <span className={classes.filter(Boolean).join(' ')} style={style}>
      <img
        src={src}
        alt={alt}
        onLoad={({ currentTarget }) => setNatural({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
      />
    </span>
  )
}

/** Browsers can't play midi: there the file can be taken home (decision 38). */
function Sound({ src }: { src: string }) {
  const { t } = useTranslation()
  const [isSilent, setSilent] = useState(isUnplayable(src))
  if (isSilent)
    return (
      <a className="button small stage-sound" href={src} download>
        <Icon of={Download} size="small" />
        {t('work.download')}
      </a>
    )
  // biome-ignore lint/a11y/useMediaCaption: a work of art comes without captions
  return <audio className="stage-sound" src={src} controls loop preload="metadata" onError={() => setSilent(true)} />
}

async function share(copied: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href)
    toast(copied)
  } catch {
    toast(failed, 'bad')
  }
}

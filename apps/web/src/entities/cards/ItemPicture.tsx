import { isPixelArt } from '@plinth/protocol'
import { type CSSProperties, useState } from 'react'
import { useBroken } from '../../kit/use-broken.ts'
import { itemSize } from './item-size.ts'
import { NoPicture } from './NoPicture.tsx'

export type Picture = { src: string; srcSet?: string; alt: string /** pixels, 0 while unknown */; width?: number; height?: number }

type Size = { width: number; height: number }

/** An item on a mat, sized by area. Where the record lacks the pixel size, the loaded picture gives it. */
export function ItemPicture({ picture, eager }: { picture: Picture; eager?: boolean }) {
  const known = picture.width && picture.height ? { width: picture.width, height: picture.height } : undefined
  const [natural, setNatural] = useState<Size & { src: string }>()
  const measured = natural?.src === picture.src ? natural : undefined
  const size = known ?? measured ?? { width: 1, height: 1 }
  const share = itemSize(size.width, size.height)
  const style: CSSProperties = { width: `${share.width * 100}%`, aspectRatio: `${size.width} / ${size.height}` }
  const note = (image: HTMLImageElement) => {
    if (image.naturalWidth > 0) setNatural({ src: picture.src, width: image.naturalWidth, height: image.naturalHeight })
  }
  const { isBroken, onError } = useBroken(picture.src)
  if (isBroken) return <NoPicture />
  const classes = ['work', known || measured ? '' : 'hidden', isPixelArt(size.width, size.height) ? 'pixels' : ''].filter(Boolean).join(' ')
  return (
    <span className={classes} style={style}>
      <img
        src={picture.src}
        srcSet={picture.srcSet}
        alt={picture.alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        draggable={false}
        onError={onError}
        onLoad={(event) => note(event.currentTarget)}
      />
    </span>
  )
}

import { Image } from 'lucide-react'
import { Icon } from '../kit/icons.tsx'

/** A whole picture on a small mat: 40, 48, 56, 64, 72 or 96. */
export function Thumb({ src, srcSet, size = 48 }: { src: string; srcSet?: string; size?: number }) {
  return (
    <span className="thumb" style={{ width: size, height: size }}>
      {src ? <img src={src} srcSet={srcSet} alt="" loading="lazy" decoding="async" /> : <Icon of={Image} />}
    </span>
  )
}

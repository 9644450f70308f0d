import { Image } from 'lucide-react'
import { Icon } from '../../kit/icons.tsx'
import { useBroken } from '../../kit/use-broken.ts'

/** A whole picture on a small mat: 40, 48, 56, 64, 72 or 96. */
export function Thumb({ src, srcSet, size = 48 }: { src: string; srcSet?: string; size?: number }) {
  const { isBroken, onError } = useBroken(src)
  return (
    <span className="thumb" style={{ width: size, height: size }}>
      {src && !isBroken ? <img src={src} srcSet={srcSet} alt="" loading="lazy" decoding="async" onError={onError} /> : <Icon of={Image} />}
    </span>
  )
}

import { mediaKindOf } from '@plinth/protocol'
import { useEffect, useState } from 'react'

export type FileView = { src: string /** Pixels, 0 for sound and while unknown. */; width: number; height: number }

/** A local picture of a chosen file; nothing is uploaded. */
export function useFileView(file: File | undefined): FileView | undefined {
  const [view, setView] = useState<FileView>()
  useEffect(() => {
    if (!file) return setView(undefined)
    let isGone = false
    const src = URL.createObjectURL(file)
    setView({ src, width: 0, height: 0 })
    if (mediaKindOf(file.type) === 'image') {
      const image = new Image()
      image.onload = () => !isGone && setView({ src, width: image.naturalWidth, height: image.naturalHeight })
      image.src = src
    }
    return () => {
      isGone = true
      URL.revokeObjectURL(src)
    }
  }, [file])
  return view
}

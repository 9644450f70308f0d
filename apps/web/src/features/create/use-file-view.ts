import { mediaKindOf } from '@plinth/protocol'
import { useEffect, useState } from 'react'
import { type ChosenFile, isSent } from '../../flows/acts/item/item-files.ts'

export type FileView = { src: string /** Pixels, 0 for sound and while unknown. */; width: number; height: number }

/** A local picture of a chosen file, for which nothing is uploaded; one that was sent is shown from where it is now. */
export function useFileView(file: ChosenFile | undefined): FileView | undefined {
  const [view, setView] = useState<FileView>()
  useEffect(() => {
    if (!file) return setView(undefined)
    if (isSent(file)) return setView({ src: file.url, width: file.width, height: file.height })
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

/** A picture's own size, in pixels. */
export type Size = { width: number; height: number }
/** Where the square lies: its centre as a share of the picture, and how close one looks (1: the whole shorter side). */
export type Crop = { x: number; y: number; zoom: number }

export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 }
export const MAX_ZOOM = 4

/** Kept inside of the picture on all four sides. */
export function clampCrop({ width, height }: Size, { x, y, zoom }: Crop): Crop {
  const near = Math.min(Math.max(zoom, 1), MAX_ZOOM)
  const side = Math.min(width, height) / near
  const within = (at: number, length: number) => Math.min(Math.max(at, side / length / 2), 1 - side / length / 2)
  return { x: within(x, width), y: within(y, height), zoom: near }
}

/** The square in the picture's pixels. */
export function squareOf({ width, height }: Size, { x, y, zoom }: Crop): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom
  return { left: x * width - side / 2, top: y * height - side / 2, side }
}

/** Moved by so much of the shown square's side. */
export function moveCrop(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const { side } = squareOf(size, crop)
  return clampCrop(size, { ...crop, x: crop.x - (dx * side) / size.width, y: crop.y - (dy * side) / size.height })
}

const AVATAR_SIDE = 512

/** The square as a picture of its own, never larger than it was. */
export async function cutOut(image: HTMLImageElement, crop: Crop): Promise<File> {
  const { left, top, side } = squareOf({ width: image.naturalWidth, height: image.naturalHeight }, crop)
  const target = Math.max(1, Math.round(Math.min(side, AVATAR_SIDE)))
  const canvas = document.createElement('canvas')
  canvas.width = target
  canvas.height = target
  canvas.getContext('2d')?.drawImage(image, left, top, side, side, 0, 0, target, target)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The browser could not draw the picture')
  return new File([blob], 'avatar.png', { type: 'image/png' })
}

import fs from 'node:fs'
import sharp from 'sharp'

export const MEDIA = new URL('../../media/', import.meta.url).pathname
export const LONGEST = 1200
const MOST_BYTES = 250_000

/** Writes a canvas as PNG (pixel works, no loss), JPEG (oil-like works) or WebP, by the name's ending. */
export async function writePicture(canvas, name, { pixel = false } = {}) {
  const picture = sharp(canvas.toBuffer('image/png')).resize({
    width: LONGEST,
    height: LONGEST,
    fit: 'inside',
    withoutEnlargement: true,
    kernel: pixel ? 'nearest' : 'lanczos3',
  })
  let packed
  for (const less of [0, 12, 24]) {
    packed = await encode(picture.clone(), name, less).toBuffer({ resolveWithObject: true })
    if (packed.info.size <= MOST_BYTES) break
  }
  fs.writeFileSync(MEDIA + name, packed.data)
  const { width, height, size } = packed.info
  report(name, width, height, size)
}

/** `less` quality for a picture of many small stones or points, which would be too large otherwise. */
function encode(picture, name, less) {
  if (name.endsWith('.png')) return picture.png({ palette: true, compressionLevel: 9 })
  return name.endsWith('.jpg') ? picture.jpeg({ quality: 84 - less, mozjpeg: true }) : picture.webp({ quality: 83 - less })
}

export function report(name, width, height, size = fs.statSync(MEDIA + name).size) {
  console.log(`${name.padEnd(30)} ${`${width}×${height}`.padEnd(11)} ${Math.round(size / 1024)} kB`)
}

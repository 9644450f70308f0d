import fs from 'node:fs'
import sharp from 'sharp'

export const MEDIA = new URL('../../media/', import.meta.url).pathname
export const LONGEST = 1200

/** Writes a canvas as PNG (pixel works, no loss), JPEG (oil-like works) or WebP, by the name's ending. */
export async function writePicture(canvas, name, { pixel = false } = {}) {
  const picture = sharp(canvas.toBuffer('image/png')).resize({
    width: LONGEST,
    height: LONGEST,
    fit: 'inside',
    withoutEnlargement: true,
    kernel: pixel ? 'nearest' : 'lanczos3',
  })
  const encoded = name.endsWith('.png')
    ? picture.png({ palette: true, compressionLevel: 9 })
    : name.endsWith('.jpg')
      ? picture.jpeg({ quality: 84, mozjpeg: true })
      : picture.webp({ quality: 83 })
  const { width, height, size } = await encoded.toFile(MEDIA + name)
  report(name, width, height, size)
}

export function report(name, width, height, size = fs.statSync(MEDIA + name).size) {
  console.log(`${name.padEnd(30)} ${`${width}×${height}`.padEnd(11)} ${Math.round(size / 1024)} kB`)
}

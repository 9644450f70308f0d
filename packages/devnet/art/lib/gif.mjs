import fs from 'node:fs'
import gifenc from 'gifenc'
import { MEDIA, report } from './write.mjs'

const { applyPalette, GIFEncoder, quantize } = gifenc

/** Pixels equal to those of the frame before become the transparent index, which LZW packs to almost nothing. */
function changesOnly(indexed, before, transparent) {
  return before ? indexed.map((v, i) => (v === before[i] ? transparent : v)) : indexed
}

/** Writes canvases as one endless GIF with one palette for all frames; `delay` in milliseconds. */
export function writeGif(name, canvases, { delay, colours = 63 }) {
  const { width, height } = canvases[0]
  const frames = canvases.map((canvas) => canvas.getContext('2d').getImageData(0, 0, width, height).data)
  const sampled = frames.filter((_, i) => i % Math.ceil(frames.length / 6) === 0)
  const all = new Uint8ClampedArray(sampled.reduce((sum, frame) => sum + frame.length, 0))
  for (const [i, frame] of sampled.entries()) all.set(frame, i * frame.length)
  const palette = quantize(all, colours)
  const transparent = palette.length
  palette.push([0, 0, 0])
  const gif = GIFEncoder()
  let before
  for (const frame of frames) {
    const indexed = applyPalette(frame, palette)
    gif.writeFrame(changesOnly(indexed, before, transparent), width, height, {
      palette: before ? undefined : palette,
      delay,
      repeat: 0,
      transparent: Boolean(before),
      transparentIndex: transparent,
      dispose: 1,
    })
    before = indexed
  }
  gif.finish()
  fs.writeFileSync(MEDIA + name, gif.bytes())
  report(name, width, height)
}

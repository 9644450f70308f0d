// node make-sounds.mjs [name…]   remakes the sound works and their covers; needs ffmpeg on the path
import { writeSound } from './lib/encode.mjs'
import { writePicture } from './lib/write.mjs'

const only = process.argv.slice(2)
for (const slug of ['seven-strings', 'bell-and-tide', 'drums-before-the-mask', 'glass-study', 'well-song', 'night-watch']) {
  if (only.length && !only.includes(slug)) continue
  const { render, cover } = await import(`./sound/${slug}.mjs`)
  const mix = render()
  await writeSound(`${slug}.mp3`, mix)
  await writePicture(cover(mix), `${slug}-cover.webp`)
}

// node make-videos.mjs [name…]   remakes the video works and their covers; needs ffmpeg on the path
import { writeVideo } from './lib/encode.mjs'
import { writePicture } from './lib/write.mjs'

const only = process.argv.slice(2)
for (const [slug, ending] of [
  ['night-ferry', 'mp4'],
  ['signal-ridge-live', 'webm'],
  ['sky-lanterns', 'mp4'],
  ['slow-swell', 'webm'],
]) {
  if (only.length && !only.includes(slug)) continue
  const { frames, ...shape } = await import(`./motion/${slug}.mjs`)
  await writeVideo(`${slug}.${ending}`, { ...shape, frames: frames() })
  const [first] = frames()
  await writePicture(first, `${slug}-cover.webp`)
}

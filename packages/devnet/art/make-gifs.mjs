// node make-gifs.mjs [name…]   remakes the animated works
import { writeGif } from './lib/gif.mjs'

const only = process.argv.slice(2)
for (const slug of ['window-rain', 'lantern-hour', 'breathing-loom', 'campfire', 'fish-tank', 'turning-screens', 'incense']) {
  if (only.length && !only.includes(slug)) continue
  const { frames, delay, colours } = await import(`./motion/${slug}.mjs`)
  writeGif(`${slug}.gif`, frames(), { delay, colours })
}

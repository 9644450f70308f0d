// node make.mjs            remakes every still
// node make.mjs koi-nine   only the named ones
import fs from 'node:fs'
import { MEDIA, writePicture } from './lib/write.mjs'
import { works as abstract } from './stills/abstract.mjs'
import { works as ancient } from './stills/ancient.mjs'
import { works as cat } from './stills/cat.mjs'
import { works as eastern } from './stills/eastern.mjs'
import { works as geometric } from './stills/geometric.mjs'
import { works as guangong } from './stills/guangong.mjs'
import { works as oath } from './stills/oath.mjs'
import { works as pixel } from './stills/pixel.mjs'
import { works as vessels } from './stills/vessel-and-stone.mjs'
import { works as western } from './stills/western.mjs'

const groups = [
  { works: eastern, ending: 'webp' },
  { works: western, ending: 'jpg' },
  { works: ancient, ending: 'webp' },
  { works: vessels, ending: 'webp' },
  { works: abstract, ending: 'webp' },
  { works: geometric, ending: 'webp' },
  { works: pixel, ending: 'png' },
  { works: cat, ending: 'png' },
  { works: guangong, ending: 'webp' },
  { works: oath, ending: 'webp' },
]

fs.mkdirSync(MEDIA, { recursive: true })
const only = process.argv.slice(2)
for (const { works, ending } of groups)
  for (const [slug, draw] of Object.entries(works))
    if (!only.length || only.includes(slug)) await writePicture(draw(), `${slug}.${ending}`, { pixel: ending === 'png' })

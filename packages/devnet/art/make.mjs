// node make.mjs            remakes every still
// node make.mjs koi-nine   only the named ones
import fs from 'node:fs'
import { MEDIA, writePicture } from './lib/write.mjs'
import { works as abstract } from './stills/abstract.mjs'
import { works as ancient } from './stills/ancient.mjs'
import { works as bronze } from './stills/bronze.mjs'
import { works as cat } from './stills/cat.mjs'
import { works as caveWalls } from './stills/cave-walls.mjs'
import { works as eastern } from './stills/eastern.mjs'
import { works as faces } from './stills/faces.mjs'
import { works as fields } from './stills/fields.mjs'
import { works as geometric } from './stills/geometric.mjs'
import { works as glass } from './stills/glass.mjs'
import { works as guangong } from './stills/guangong.mjs'
import { works as oath } from './stills/oath.mjs'
import { works as papercut } from './stills/papercut.mjs'
import { works as pixel } from './stills/pixel.mjs'
import { works as ranges } from './stills/ranges.mjs'
import { works as scenes } from './stills/scenes.mjs'
import { works as starTiles } from './stills/star-tiles.mjs'
import { works as systems } from './stills/systems.mjs'
import { works as tables } from './stills/tables.mjs'
import { works as templeScenes } from './stills/temple-scenes.mjs'
import { works as tesserae } from './stills/tesserae.mjs'
import { works as threeKingdoms } from './stills/three-kingdoms.mjs'
import { works as vases } from './stills/vases.mjs'
import { works as vessels } from './stills/vessel-and-stone.mjs'
import { works as western } from './stills/western.mjs'
import { works as woodblock } from './stills/woodblock.mjs'

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
  { works: ranges, ending: 'webp' },
  { works: woodblock, ending: 'webp' },
  { works: papercut, ending: 'webp' },
  { works: fields, ending: 'jpg' },
  { works: tables, ending: 'jpg' },
  { works: glass, ending: 'webp' },
  { works: tesserae, ending: 'webp' },
  { works: starTiles, ending: 'webp' },
  { works: vases, ending: 'webp' },
  { works: bronze, ending: 'webp' },
  { works: caveWalls, ending: 'webp' },
  { works: systems, ending: 'webp' },
  { works: faces, ending: 'webp' },
  { works: threeKingdoms, ending: 'webp' },
  { works: scenes, ending: 'png' },
  { works: templeScenes, ending: 'png' },
]

fs.mkdirSync(MEDIA, { recursive: true })
const only = process.argv.slice(2)
for (const { works, ending } of groups)
  for (const [slug, draw] of Object.entries(works))
    if (!only.length || only.includes(slug)) await writePicture(draw(), `${slug}.${ending}`, { pixel: ending === 'png' })

import { describe, expect, it } from 'vitest'
import {
  AUDIO_EXTENSIONS,
  AUDIO_MIMES,
  FILE_LIMITS,
  IMAGE_MIMES,
  isPixelArt,
  isUnplayable,
  mediaKindOf,
  needsCover,
  thumbnailUrl,
  VIDEO_EXTENSIONS,
} from './media.ts'

describe('mediaKindOf', () => {
  it('[FMT-16] knows audio and video by extension', () => {
    expect(AUDIO_EXTENSIONS).toEqual(['mp3', 'wav', 'oga'])
    expect(VIDEO_EXTENSIONS).toEqual(['webm', 'mp4', 'm4v', 'ogg', 'ogv', 'mov'])
    for (const extension of AUDIO_EXTENSIONS) expect(mediaKindOf(`/static/upload/a.${extension}`)).toBe('audio')
    for (const extension of VIDEO_EXTENSIONS) expect(mediaKindOf(`https://a.example/b.${extension}?x=1`)).toBe('video')
  })

  it.each([
    ['audio/webm', 'audio'],
    ['video/webm', 'video'],
    ['image/svg+xml', 'image'],
    ['application/pdf', 'other'],
    ['data:image/png;base64,AA', 'image'],
    ['ipfs://bafkrei', 'image'],
    ['/static/upload/a.PNG!300x300', 'image'],
    ['/a/b.MP3', 'audio'],
    ['/a/b.zip', 'other'],
    ['', 'other'],
  ])('takes %j for %s', (text, kind) => {
    expect(mediaKindOf(text)).toBe(kind)
  })
})

describe('thumbnailUrl', () => {
  it('[FMT-15] adds the suffix except to gif', () => {
    expect(thumbnailUrl('/static/upload/a.png')).toBe('/static/upload/a.png!300x300')
    expect(thumbnailUrl('/static/upload/a.gif')).toBe('/static/upload/a.gif')
    expect(thumbnailUrl('/static/upload/a.GIF')).toBe('/static/upload/a.GIF')
    expect(thumbnailUrl('/ipfs/bafkrei', '100x100')).toBe('/ipfs/bafkrei!100x100')
    expect(thumbnailUrl('https://cdn.example/static/upload/a.jpg')).toBe('https://cdn.example/static/upload/a.jpg!300x300')
  })

  it.each(['', 'data:image/png;base64,/static/', 'https://elsewhere.example/a.png', '/static/upload/a.png!100x100', '/static/a.png?x'])(
    'leaves %j alone',
    (url) => {
      expect(thumbnailUrl(url)).toBe(url)
    },
  )
})

describe('files', () => {
  it('[FMT-09] are limited to 10 MB on the single form, 30 MB elsewhere', () => {
    expect(FILE_LIMITS).toEqual({ single: 10_485_760, multiple: 31_457_280, cover: 31_457_280 })
  })

  it('[MINT-22] [MINT-23] may be these images and sounds', () => {
    expect(IMAGE_MIMES).toEqual(['image/gif', 'image/png', 'image/jpeg', 'image/webp'])
    expect(AUDIO_MIMES).toEqual(['audio/midi', 'audio/mpeg', 'audio/webm', 'audio/mp4', 'audio/mp3'])
  })

  it('need a cover when they are heard or watched', () => {
    expect(['audio/mpeg', 'video/mp4', 'image/png'].map(needsCover)).toEqual([true, true, false])
    expect(['audio/midi', 'audio/x-midi', 'audio/mpeg'].map(isUnplayable)).toEqual([true, true, false])
  })
})

describe('isPixelArt', () => {
  it('is for small pictures only', () => expect([isPixelArt(64, 48), isPixelArt(129, 64), isPixelArt(0, 0)]).toEqual([true, false, false]))
})

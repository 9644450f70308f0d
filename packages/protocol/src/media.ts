/** File extensions that are shown as audio or video (document A §9). */
export const AUDIO_EXTENSIONS = ['mp3', 'wav', 'oga'] as const
export const VIDEO_EXTENSIONS = ['webm', 'mp4', 'm4v', 'ogg', 'ogv', 'mov'] as const
const IMAGE_EXTENSIONS = ['gif', 'png', 'jpg', 'jpeg', 'webp', 'svg', 'avif'] as const

/** Bytes: single form, and multiple form with collection cover (document B §9, decision 35). */
export const FILE_LIMITS = { single: 10_485_760, multiple: 31_457_280, cover: 31_457_280 } as const

/** What the create forms take (document B §5). */
export const IMAGE_MIMES = ['image/gif', 'image/png', 'image/jpeg', 'image/webp'] as const
export const AUDIO_MIMES = ['audio/midi', 'audio/mpeg', 'audio/webm', 'audio/mp4', 'audio/mp3'] as const
const VIDEO_MIMES = ['video/webm', 'video/mp4', 'video/ogg', 'video/quicktime'] as const
export const MAIN_FILE_MIMES = [...IMAGE_MIMES, ...AUDIO_MIMES, ...VIDEO_MIMES] as const
/** @alias */
export const COVER_MIMES = IMAGE_MIMES

export type MediaKind = 'image' | 'audio' | 'video' | 'other'

/**
 * How to show a file: by MIME type where given, else by the extension of its URL. A URL without extension (an IPFS
 * address) is an image, as every cover is.
 */
export function mediaKindOf(mimeOrUrl: string): MediaKind {
  const text = mimeOrUrl.trim()
  const mime = /^(?:data:)?(image|audio|video|application|text|font|model)\/[\w.+-]+/i.exec(text)
  if (mime) return mimeKind(mime[1] ?? '')
  const name = fileNameOf(text)
  if (endsIn(name, AUDIO_EXTENSIONS)) return 'audio'
  if (endsIn(name, VIDEO_EXTENSIONS)) return 'video'
  const unnamed = name !== '' && !/\.[a-z0-9]{1,5}$/i.test(name)
  return unnamed || endsIn(name, IMAGE_EXTENSIONS) ? 'image' : 'other'
}

/** Whether audio or video of this type needs its own cover picture (document B §5, decision 36). */
export function needsCover(mime: string): boolean {
  const kind = mediaKindOf(mime)
  return kind === 'audio' || kind === 'video'
}

/** Whether browsers can't play it, so that the cover and a download link replace it (decision 38). */
export function isUnplayable(mime: string): boolean {
  return /^audio\/(x-)?midi?$/i.test(mime)
}

/**
 * Address of a smaller copy: `!300x300` after the path (document A §9). Unchanged: gif, data and blob URLs, and
 * addresses outside /static and /ipfs, whose hosts do not support the suffix (decision 36).
 */
export function thumbnailUrl(url: string, size = '300x300'): string {
  if (!/(^|\/)(static|ipfs)\//.test(url) || /^(data|blob):/i.test(url) || /[!?#]/.test(url)) return url
  return endsIn(fileNameOf(url), ['gif']) ? url : `${url}!${size}`
}

function mimeKind(group: string): MediaKind {
  if (/^image$/i.test(group)) return 'image'
  if (/^audio$/i.test(group)) return 'audio'
  return /^video$/i.test(group) ? 'video' : 'other'
}

function fileNameOf(url: string): string {
  const path = url.split(/[?#!]/)[0] ?? ''
  return path.slice(path.lastIndexOf('/') + 1)
}

function endsIn(name: string, extensions: readonly string[]): boolean {
  return new RegExp(`\\.(?:${extensions.join('|')})$`, 'i').test(name)
}

/** Images of so few pixels are pixel art: they are scaled up without smoothing. */
export const isPixelArt = (width: number, height: number): boolean => width > 0 && Math.max(width, height) <= 128

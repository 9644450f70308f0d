import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DEMO_NAMES, type DemoName } from '../accounts.ts'

/** `media/works.json`: the items of the demo accounts (see the README beside it). */
export interface Catalogue {
  collections: CollectionEntry[]
  works: CatalogueItem[]
  banners: { work: string; titleEn: string; titleZh: string; textEn: string; textZh: string }[]
  announcements: { lang: 'en' | 'zh'; tittle: string; content: string }[]
  profiles: { account: string; nickname: string; lang: 'en' | 'zh'; brief: string; avatar: { file: string } }[]
}

export interface CollectionEntry {
  slug: string
  name: string
  nameZh: string
  symbol: string
  owner: string
  chain: number
  standard: 'ERC721' | 'ERC1155'
  /** Of its titles and texts on chain. */
  language: 'en' | 'zh'
  description: string
  cover: string
}

export interface CatalogueItem {
  slug: string
  file: string
  kind: 'image' | 'gif' | 'audio' | 'video'
  cover?: string
  name: string
  nameZh: string
  description: string
  category: string
  collection: string
  artist: string
  royaltyPercent: number
  attributes: { key: string; value: string }[]
  /** decimal text, for one; absent: not for sale */
  price?: string
  /** absent: the chain's coin */
  payToken?: 'wrapped' | 'dollar'
  soldTo?: string
  relistPrice?: string
  resoldTo?: string
  /** of an edition: how many there are, how many of them were offered, and who took how many */
  supply?: number
  forSale?: number
  buyers?: { account: string; quantity: number }[]
}

export const MEDIA_DIR = join(import.meta.dirname, '../../media')

const MIME: Record<string, string> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

export function readCatalogue(): Catalogue {
  return JSON.parse(readFileSync(join(MEDIA_DIR, 'works.json'), 'utf8')) as Catalogue
}

export function readMedia(name: string): File {
  const type = MIME[name.split('.').at(-1) ?? '']
  if (!type) throw new Error(`${name}: no media type known for it`)
  return new File([readFileSync(join(MEDIA_DIR, name))], basename(name), { type })
}

/** `zhangwei` in the catalogue is Zhang Wei among the accounts. */
export function nameOf(account: string): DemoName {
  const found = DEMO_NAMES.find((name) => name.toLowerCase().replaceAll(' ', '') === account)
  if (!found) throw new Error(`no demo account ${account}`)
  return found
}

/** The name that goes on chain. */
export const titleOf = (entry: Pick<CatalogueItem, 'name' | 'nameZh'>, language: CollectionEntry['language']): string =>
  language === 'zh' ? entry.nameZh : entry.name

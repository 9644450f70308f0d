import { FetchRefused } from '../../fetch/fetcher.ts'
import { cleanText } from '../../text/clean-text.ts'

const MOST_DEPTH = 32
const MOST_VALUES = 20_000
const LONGEST = { name: 200, description: 10_000, collection: 100, introduction: 2_000, uri: 2_000, key: 100, value: 500 } as const
const MOST_ATTRIBUTES = 100

/** The metadata of an item as the server stores and sends it: known fields alone, within bounds, whatever the source holds. */
export type CleanMetadata = {
  readonly name: string
  readonly description: string
  readonly image: string
  readonly animation_url: string
  readonly external_url: string
  readonly attributes: readonly { readonly key: string; readonly trait_type: string; readonly value: string }[]
}

/** The same of a collection (ERC-7572). */
export type CollectionMetadata = {
  readonly name: string
  readonly description: string
  readonly image: string
  readonly banner_image: string
  readonly external_link: string
}

/** @throws FetchRefused when it is no JSON object, or a malicious one */
export function parseMetadata(body: Buffer): CleanMetadata {
  const raw = fieldsOf(body)
  return {
    name: cleanText(raw.get('name'), LONGEST.name),
    description: cleanText(raw.get('description'), LONGEST.description, true),
    image: uriOf(raw.get('image') ?? raw.get('image_url')),
    animation_url: uriOf(raw.get('animation_url')),
    external_url: linkOf(raw.get('external_url')),
    attributes: attributesOf(raw.get('attributes') ?? raw.get('traits')),
  }
}

/**
 * A text of our own store keeps introduction and link as its creator typed them. @throws FetchRefused when it is no JSON object, or a
 * malicious one
 */
export function parseCollectionMetadata(body: Buffer, isOwn: boolean): CollectionMetadata {
  const raw = fieldsOf(body)
  return {
    name: cleanText(raw.get('name'), LONGEST.collection),
    description: isOwn ? typedText(raw.get('description')) : cleanText(raw.get('description'), LONGEST.introduction, true),
    image: uriOf(raw.get('image')),
    banner_image: uriOf(raw.get('banner_image')),
    external_link: isOwn ? typedLink(raw.get('external_link')) : linkOf(raw.get('external_link')),
  }
}

const typedText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, LONGEST.introduction).toWellFormed() : '')

const typedLink = (value: unknown): string => (/^https:/i.test(typedText(value)) ? typedText(value) : '')

function fieldsOf(body: Buffer): Map<string, unknown> {
  const text = new TextDecoder('utf-8').decode(body)
  checkShape(text)
  const parsed = parseJson(text)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new FetchRefused('Not a JSON object')
  return new Map(Object.entries(parsed))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FetchRefused('Not JSON', { cause: error })
  }
}

/** Counts brackets and commas outside of strings, before the text is parsed. */
function checkShape(text: string): void {
  let depth = 0
  let values = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (isText) {
      if (sign === '\\') at++
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === '[' || sign === '{') {
      values++
      if (++depth > MOST_DEPTH) throw new FetchRefused('Nested too deeply')
    } else if (sign === ']' || sign === '}') depth--
    else if (sign === ',' && ++values > MOST_VALUES) throw new FetchRefused('Too many values')
  }
}

/** A picture or film to be fetched. Data URIs may be long: they are extracted afterwards. */
function uriOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  const uri = value.trim()
  if (/^data:image\//i.test(uri)) return uri
  return /^(https?|ipfs|ar):/i.test(uri) && !/[\p{Cc}\s]/u.test(uri) && uri.length <= LONGEST.uri ? uri.toWellFormed() : ''
}

/** A page that users may open: never a script. */
function linkOf(value: unknown): string {
  const uri = uriOf(value)
  return /^https?:/i.test(uri) ? uri : ''
}

function attributesOf(value: unknown): CleanMetadata['attributes'] {
  if (!Array.isArray(value)) return []
  return value.slice(0, MOST_ATTRIBUTES).flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return []
    const raw = new Map(Object.entries(entry))
    const key = cleanText(raw.get('trait_type') ?? raw.get('key'), LONGEST.key)
    const text = cleanText(raw.get('value'), LONGEST.value)
    return text === '' ? [] : [{ key, trait_type: key, value: text }]
  })
}

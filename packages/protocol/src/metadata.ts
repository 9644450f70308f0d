/** Texts that are stored under their CID for good: they name contents as ipfs:// addresses, and no host of the market. */

export type ItemText = {
  readonly name: string
  readonly description: string
  /** ipfs:// addresses; "" for none. */
  readonly image: string
  readonly animation: string
  readonly properties: readonly { readonly key: string; readonly value: string }[]
}

export type CollectionText = {
  readonly name: string
  readonly symbol: string
  readonly description: string
  /** ipfs:// addresses; "" for none. */
  readonly image: string
  readonly banner: string
  /** A page that the creator typed; "" for none. */
  readonly externalLink: string
}

/** The metadata JSON of an item, with the fields of the documented form: "" where there is nothing to say. */
export function itemMetadata({ name, description, image, animation, properties }: ItemText): string {
  const attributes = properties
    .map(({ key, value }) => ({ key: key.trim(), value: value.trim() }))
    .filter(({ key, value }) => key !== '' && value !== '')
    .map(({ key, value }) => {
      const number = numberIn(value)
      return number === undefined ? { key, trait_type: key, value } : { key, trait_type: key, display_type: 'number', value: number }
    })
  return JSON.stringify({ name, description, image, animation_url: animation, external_url: '', attributes })
}

/** The metadata JSON of a collection (ERC-7572), with the fields that say something. */
export function collectionMetadata({ name, symbol, description, image, banner, externalLink }: CollectionText): string {
  const text = { name, symbol, description, image, banner_image: banner, external_link: externalLink }
  return JSON.stringify(Object.fromEntries(Object.entries(text).filter(([, value]) => value !== '')))
}

/** The number that a text is; undefined where a number would be written otherwise, such as "007" or "1.50". */
function numberIn(text: string): number | undefined {
  const number = Number(text)
  return /^-?\d+(\.\d+)?$/.test(text) && String(number) === text ? number : undefined
}

import { readMetadata } from '@plinth/api'
import { withoutNul } from '../../db/text.ts'

const MOST_NAME = 200
/** No browser asks for a longer address. */
const MOST_IMAGE = 2_048

/** The columns of `item` that follow from its metadata text: written together, so that SQL parses no JSON. */
export type MetadataColumns = { readonly metadata: string; readonly name: string; readonly image: string }

export function metadataColumns(metadata: string): MetadataColumns {
  const { name, image } = readMetadata(metadata)
  return {
    metadata,
    name: withoutNul(name).slice(0, MOST_NAME).toWellFormed(),
    image: image.length <= MOST_IMAGE ? withoutNul(image).toWellFormed() : '',
  }
}

import type { ErrorRow } from './error-row.ts'

/** Refusals of actions on a collection. */
export const COLLECTION_ERRORS = {
  COLLECTION_UNKNOWN: { errno: 4411, en: 'This collection is not known here.', zh: '未知的合集。', retry: false },
  COLLECTION_NOT_YOURS: {
    errno: 4412,
    en: 'Only its owner can mint in this collection.',
    zh: '只有合集所有者可以在其中铸造。',
    retry: false,
  },
  COLLECTION_SIGNER: { errno: 4413, en: 'The collection must name this market’s signer.', zh: '合集必须使用本站的签名者。', retry: false },
  COLLECTION_OWNER: {
    errno: 4418,
    en: 'Only its owner can change what a collection says of itself.',
    zh: '只有合集所有者可以修改合集介绍。',
    retry: false,
  },
  METADATA_FROZEN: {
    errno: 4420,
    en: 'The metadata of this collection is frozen: it can’t be changed any more.',
    zh: '该合集的元数据已永久固定，无法再修改。',
    retry: false,
  },
  METADATA_NOT_FREEZABLE: {
    errno: 4421,
    en: 'This collection’s contract has no function that freezes its metadata.',
    zh: '该合集的合约不支持固定元数据。',
    retry: false,
  },
} as const satisfies Record<string, ErrorRow>

import type { ErrorRow } from './error-row.ts'

/** What creators may ask, and what sellers accept of it or get at least. */
export const ROYALTY_ERRORS = {
  ROYALTY_TOO_HIGH: { errno: 4415, en: 'Royalties cannot be greater than 10%.', zh: '版税不能大于 10%。', retry: false },
  ROYALTY_ROSE: {
    errno: 4141,
    en: 'The collection asks for more royalty than the seller accepts. Nothing was paid.',
    zh: '合集要求的版税高于卖家接受的上限，未支付任何款项。',
    retry: false,
  },
  PROCEEDS_LOWER: {
    errno: 4138,
    en: 'You would get less than was shown: the collection’s royalty has risen. Nothing of yours has moved; look at the bid again.',
    zh: '实际所得将低于所示金额：该合集的版税已上调。你的作品没有变动，请重新查看该出价。',
    retry: false,
  },
} as const satisfies Record<string, ErrorRow>

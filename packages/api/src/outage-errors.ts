import type { ErrorRow } from './error-row.ts'

/** A part of the market that does not answer: 4423 to 4425 of the registry. */
export const OUTAGE_ERRORS = {
  SIGNER_AWAY: { errno: 4423, en: 'The market can’t sign now. Try again in a moment.', zh: '暂时无法签名，请稍后再试。', retry: true },
  DATABASE_AWAY: {
    errno: 4424,
    en: 'The market’s database does not answer. Try again in a moment.',
    zh: '本站数据库暂时没有响应，请稍后再试。',
    retry: true,
  },
  OUTCOME_UNKNOWN: {
    errno: 4425,
    en: 'The market lost its database while it saved this. Look again whether it is there before you repeat it.',
    zh: '保存过程中本站与数据库的连接中断，请先查看是否已保存，再决定是否重试。',
    retry: false,
  },
} as const satisfies Record<string, ErrorRow>

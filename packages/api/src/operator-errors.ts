import type { ErrorRow } from './error-row.ts'

/** Refusals of the operator's console. */
export const OPERATOR_ERRORS = {
  ROLE_MISSING: {
    errno: 4601,
    en: 'Your wallet has no role here that allows this.',
    zh: '你的钱包没有执行此操作的角色权限。',
    retry: false,
  },
  /** The text says what is wrong; the answer's data names the field. */
  OPERATOR_REFUSED: { errno: 4602, en: '{sentence}', zh: '未执行：{sentence}', retry: false },
} as const satisfies Record<string, ErrorRow>

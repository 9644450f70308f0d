import { ERRORS, type ErrorCode } from '@plinth/api'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FlowState } from '../../flows/engine/engine.ts'
import { en } from '../../i18n/en/index.ts'
import { shownLocale, showTexts, t } from '../../i18n/translate.ts'
import { zh } from '../../i18n/zh/index.ts'
import { BidFoot } from './BidFoot.tsx'

// Rendered as text, where no later language can be waited for.
vi.mock('../../i18n/translate.ts', async (original) => ({
  ...(await original<object>()),
  useTranslation: () => ({ t, locale: shownLocale() }),
}))

const STEPS = [
  { key: 'allow', title: 'Allow' },
  { key: 'sign', title: 'Signature' },
]
const RAISED = { salt: 7n }
const nothing = () => {}

/** What can be pressed below a bid whose signature failed so. */
function buttons(code: ErrorCode, bid: typeof RAISED | undefined): string[] {
  const state: FlowState = {
    phase: 'failed',
    failure: undefined,
    steps: { allow: { at: 'done' }, sign: { at: 'failed', code, text: ERRORS[code].en } },
  }
  const foot = renderToStaticMarkup(
    <BidFoot
      state={state}
      bid={bid}
      steps={STEPS}
      price={'1 WETH'}
      isShort={false}
      submit={nothing}
      onAnotherTime={nothing}
      onClose={nothing}
    />,
  )
  expect(foot).toContain(ERRORS[code].en)
  return [...foot.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, inside = '']) => inside.replace(/<[^>]+>/g, ''))
}

beforeEach(() => showTexts('en', en))

describe('below a bid', () => {
  it.each(['ORDER_EXPIRED', 'ORDER_YOURS', 'ORDER_CANCELLED', 'TRADE_LOCKED'] as const)(
    'that was raised and refused for good, %s, nothing is signed again',
    (code) => expect(buttons(code, RAISED)).toEqual(['Look at it again']),
  )

  it('that was never too late is checked again; one that expired while it was signed gets another', () => {
    expect(buttons('ORDER_EXISTS', undefined)).toEqual(['Look at it again'])
    expect(buttons('ORDER_EXPIRED', undefined)).toEqual(['Choose another time'])
    showTexts('zh', zh)
    expect(buttons('ORDER_EXPIRED', undefined)).toEqual(['重新选择有效期'])
  })

  it.each(['USER_REJECTED', 'CHAIN_UNREACHABLE', 'ALLOWANCE_LOW'] as const)('that may be signed after all, %s, it is', (code) => {
    expect(buttons(code, RAISED)).toEqual(['Sign the bid'])
    expect(buttons(code, undefined)).toEqual(['Sign the bid'])
  })
})

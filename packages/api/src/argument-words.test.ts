import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { argumentWords, FIELDS_ZH } from './argument-words.ts'
import { argumentProblem } from './call.ts'
import { CATALOGUE } from './catalogue.ts'
import { errorText } from './errors.ts'

const said = (code: 'BAD_ARGUMENT' | 'BAD_ARGUMENT_VALUE', field: string, reason = '', language: 'en' | 'zh' = 'zh') =>
  errorText(code, language, argumentWords({ field, reason }, language))

describe('what is wrong with a request, in Chinese', () => {
  it('names every field of the catalogue', () => {
    const fields = Object.values(CATALOGUE).flatMap((calls) =>
      Object.values(calls).flatMap(({ request }) => {
        const schema = z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' })
        return Object.keys(schema.properties ?? {})
      }),
    )
    expect(fields.length).toBeGreaterThan(200)
    expect([...new Set(fields)].filter((field) => !/\p{Script=Han}/u.test(FIELDS_ZH[field] ?? ''))).toEqual([])
  })

  it('says field and reason, and in English what it always said', () => {
    expect(said('BAD_ARGUMENT', 'endTime')).toBe('参数错误：缺少结束时间。')
    expect(said('BAD_ARGUMENT_VALUE', 'endTime', 'must be later than now')).toBe('参数错误：结束时间（必须晚于现在）。')
    expect(said('BAD_ARGUMENT_VALUE', 'nfts.3', 'not address:tokenId')).toBe('参数错误：作品列表（格式须为「地址:编号」）。')
    expect(said('BAD_ARGUMENT_VALUE', 'whatever', 'Invalid input: expected string')).toBe('参数错误：whatever（值不正确）。')
    expect(said('BAD_ARGUMENT_VALUE', 'endTime', 'must be later than now', 'en')).toBe('Parameter error: endTime (must be later than now).')
  })

  it('is said of what a schema finds', () => {
    const { request } = CATALOGUE.user.setprofile
    const problemOf = (body: Record<string, unknown>) => {
      // Wrong on purpose: the schema says how.
      const { error } = z.safeDecode(request, body as never)
      if (!error) throw new Error('nothing is wrong')
      const { code, ...meta } = argumentProblem(error, body)
      return said(code, meta.field, meta.reason)
    }
    expect(problemOf({ nickname: 'x'.repeat(5_000) })).toBe('参数错误：昵称（过大或过长）。')
  })

  it.each([
    ['Too big: expected string to have <=50 characters', 'too large or too long', '过大或过长'],
    ['Too small: expected number to be >=1', 'too small or too short', '过小或过短'],
    ['Unrecognized key: "x"', 'contains something unknown', '含有未知的内容'],
    ['Invalid option: expected one of "asc"|"desc"', 'not a valid value', '值不正确'],
  ])('[F-55] says in plain words what the schema library says as %j', (reason, en, zh) => {
    expect(said('BAD_ARGUMENT_VALUE', 'order', reason, 'en')).toBe(`Parameter error: order (${en}).`)
    expect(said('BAD_ARGUMENT_VALUE', 'order', reason)).toBe(`参数错误：排列方向（${zh}）。`)
  })
})

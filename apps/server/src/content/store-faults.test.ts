import { describe, expect, it } from 'vitest'
import { STORE, STORE_FAULTS, says } from './store-faults.ts'

describe('what a store says', () => {
  it.each(Object.entries(STORE_FAULTS))('%s names the same facts in English and in Chinese', (_, { en, zh }) => {
    const facts = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()
    expect(facts(zh)).toEqual(facts(en))
    expect([en, zh]).toEqual([expect.stringMatching(/^[\p{ASCII}]+[.?]$/u), expect.stringMatching(/\p{Script=Han}.*[。？]$/u)])
  })

  it('has its facts put in, each in its language', () => {
    const act = { en: 'a content was to be written', zh: '写入文件' }
    expect(says('S3_REFUSES', { status: 507, act })).toEqual({
      code: 'S3_REFUSES',
      en: 'The S3 storage answers 507 where a content was to be written.',
      zh: 'S3 存储在写入文件时返回 507。',
    })
    expect(says('SILENT', { store: STORE.ipfs, code: 'ECONNRESET' }).zh).toBe('IPFS 节点没有响应（ECONNRESET）。')
  })
})

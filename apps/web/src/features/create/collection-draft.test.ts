import type { StoredFile } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { announcementOf, collectionDraftKey, newCollectionDraft, readCollectionDraft, writeCollectionDraft } from './collection-draft.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  const store = { getItem: (key: string) => kept.get(key) ?? null, removeItem: (key: string) => kept.delete(key) }
  vi.stubGlobal('localStorage', { ...store, setItem: (key: string, value: string) => kept.set(key, value) })
  return () => vi.unstubAllGlobals()
})

const ADDRESS = toAddress(`0x${'ab'.repeat(20)}`)
const KEY = collectionDraftKey(ADDRESS, 31337, 3)
const cover = { id: 7n, url: '/static/upload/bafkreia.png', cid: 'bafkreia', name: 'a.png', type: 'image/png', size: 9 } as StoredFile

describe('a collection that was begun', () => {
  const begun = {
    ...newCollectionDraft(),
    form: { file: cover, name: 'Night Rooms', symbol: 'NIGHT', introduction: 'Late', website: 'https://late.example' },
    address: ADDRESS,
    announced: 'said',
    metadataUrl: 'ipfs://bafkreic',
  }

  it('comes back with words, sent cover, stored text, salt and address, for its account, chain and kind alone', () => {
    writeCollectionDraft(KEY, begun)
    expect(readCollectionDraft(KEY)).toMatchObject({ ...begun, form: { ...begun.form, file: { id: 7n, url: cover.url } } })
    for (const other of [
      collectionDraftKey(undefined, 31337, 3),
      collectionDraftKey(ADDRESS, 31338, 3),
      collectionDraftKey(ADDRESS, 31337, 2),
    ])
      expect(readCollectionDraft(other).form.name, other).toBe('')
    writeCollectionDraft(KEY, undefined)
    expect([readCollectionDraft(KEY).form.name, kept.size]).toEqual(['', 0])
  })

  it('comes back without a file that was never sent', () => {
    writeCollectionDraft(KEY, { ...begun, form: { ...begun.form, file: new File(['x'], 'b.png', { type: 'image/png' }) } })
    expect(readCollectionDraft(KEY).form).toMatchObject({ file: undefined, name: 'Night Rooms' })
  })

  it.each([
    '',
    'null',
    '[]',
    '{"x',
    JSON.stringify({ [KEY]: { salt: '0x1', address: 'somewhere', name: 5, file: { url: 'https://evil.example' } } }),
  ])('starts over where the stored draft is unreadable: %s', (text) => {
    kept.set('collectionDrafts', text)
    expect(readCollectionDraft(KEY)).toMatchObject({
      form: { name: '', file: undefined },
      address: undefined,
      salt: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
  })

  it('is announced again once its text changes', () => {
    const said = announcementOf(begun.form)
    expect(announcementOf({ ...begun.form, name: ' Night Rooms ' })).toBe(said)
    for (const part of [{ name: 'Day' }, { symbol: 'DAY' }, { introduction: '' }, { website: '' }, { file: { ...cover, cid: 'bafkreib' } }])
      expect(announcementOf({ ...begun.form, ...part })).not.toBe(said)
  })
})

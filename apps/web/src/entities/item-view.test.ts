import type { ItemRecord } from '@plinth/api'
import { describe, expect, it } from 'vitest'
import { itemFace } from './item-view.ts'

const faceOf = (metadata: string) => itemFace({ metadata, width: 0, height: 0 } as ItemRecord, 'Untitled #7')
const named = (name: string) => faceOf(JSON.stringify({ name })).name

describe('the face of a work', () => {
  it('has its name, and is untitled where nothing of it can be seen', () => {
    expect(named(' 赤兔 ')).toBe('赤兔')
    expect(named('🜂')).toBe('🜂')
    for (const unseen of ['', '   ', '\u200b\u2060\ufeff', '\u202e\u202c', '\u0301\u0301', '\u3164'.slice(1)])
      expect(named(unseen)).toBe('Untitled #7')
  })

  it('shows none of a picture that is no file of anybody: scripts, pages, dead metadata', () => {
    const html = 'data:text/html,<script>window.harmed = true</script>'
    for (const image of ['javascript:window.harmed = true', html, 'file:///etc/passwd', ''])
      expect(faceOf(JSON.stringify({ name: 'x', image })).picture).toBeUndefined()
    for (const dead of ['{', 'null', '[]', '7']) expect(faceOf(dead)).toEqual({ name: 'Untitled #7', picture: undefined })
  })
})

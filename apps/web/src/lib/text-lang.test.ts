import { expect, it } from 'vitest'
import { langOf } from './text-lang.ts'

it('knows Chinese by its characters and leaves the rest unnamed', () => {
  expect(['雨后群山', '流 #114', 'Mountains after rain', '', '富士の雪'].map(langOf)).toEqual(['zh', 'zh', '', '', ''])
})

import { expect, it } from 'vitest'
import { namesText, phrasesText } from './lists.ts'

it('joins names and statements by the commas of their language', () => {
  expect([namesText(['Rose', 'Calm'], 'en'), phrasesText(['64 sales', '12 ETH'], 'en')]).toEqual(['Rose, Calm', '64 sales, 12 ETH'])
  expect([namesText(['玫瑰', '平静'], 'zh'), phrasesText(['64 笔成交', '12 ETH'], 'zh')]).toEqual(['玫瑰、平静', '64 笔成交，12 ETH'])
})
